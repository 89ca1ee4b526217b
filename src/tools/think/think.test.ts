import { expect, test } from 'vitest'
import { connectClient } from '../../../test/support/clients.ts'
import { testHost } from '../../../test/support/host.ts'

test('after three thoughts in a row the answer says to act; any other call ends the row', async () => {
  await using host = await testHost()
  await using agent = await connectClient(host, 'http 2025')
  const think = async () => (await agent.call('think', { thoughts: 'hm' })).text
  expect(await think()).not.toContain('Act now')
  expect(await think()).not.toContain('Act now')
  expect(await think()).toContain('Act now')
  expect(await think()).toContain('thought number 4 in a row')
  await agent.call('file_operations', { operation: 'list_dir' })
  expect(await think()).not.toContain('Act now')
})

test('two runs have rows of their own', async () => {
  await using host = await testHost()
  await using one = await connectClient(host, 'http 2025', { name: 'one' })
  await using two = await connectClient(host, 'http 2025', { name: 'two' })
  for (let n = 0; n < 3; n += 1) await one.call('think', { thoughts: 'hm' })
  expect((await two.call('think', { thoughts: 'hm' })).text).not.toContain('Act now')
})

test('requested tools come back with their schemas, those that are switched off do not', async () => {
  await using host = await testHost()
  await using agent = await connectClient(host, 'http 2025')
  const { structured } = await agent.call('think', {
    thoughts: 'hm',
    requested_tools: ['file_operations', 'fs_read', 'nothing'],
  })
  expect(structured['tools']).toMatchObject([{ name: 'file_operations', inputSchema: { type: 'object' } }])
})
