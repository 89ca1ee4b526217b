import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { personApi } from '../support/api.ts'
import { connectClient, TRANSPORTS } from '../support/clients.ts'
import { testHost } from '../support/host.ts'
import { publishedNames } from '../support/published-names.ts'

const SHORT_PATIENCE = { limits: { patienceMs: 300, inputRounds: 1, progressEveryMs: 100 } }

test.each(TRANSPORTS)('%s: work inside runs, and is found in the history', async (transport) => {
  await using host = await testHost()
  await using agent = await connectClient(host, transport)
  expect(await agent.toolNames()).toEqual(publishedNames('workspace-agent'))
  expect(
    await agent.call('file_operations', { operation: 'create_file', filePath: 'notes/a.txt', content: 'hello\n' }),
  ).toMatchObject({
    isError: false,
    structured: { success: true, created: true },
  })
  expect(readFileSync(join(host.workdir, 'notes/a.txt'), 'utf8')).toBe('hello\n')
  expect(await agent.call('file_operations.read_file', { filePath: 'notes/a.txt' })).toMatchObject({
    text: expect.stringContaining('hello'),
  })
  const [last] = await personApi(host.url, host.personKey()).calls('?limit=1')
  expect(last).toMatchObject({
    operation: 'file_operations.read_file',
    state: 'succeeded',
    client: 'test-client',
    label: 'Reading file: a.txt',
  })
})

test.each(TRANSPORTS)('%s: a write outside waits for a person, then runs', async (transport) => {
  await using host = await testHost()
  await using agent = await connectClient(host, transport)
  const person = personApi(host.url, host.personKey())
  const target = join(host.home, 'outside.txt')
  const calling = agent.call('file_operations', { operation: 'create_file', filePath: target, content: 'x' })
  const card = await person.nextPending()
  expect(card).toMatchObject({
    label: 'Creating file: outside.txt',
    cwd: host.workdir,
    because: { reason: 'It writes outside the working directory.' },
    preview: { kind: 'file', path: target, exists: false, after: 'x' },
  })
  expect(existsSync(target)).toBe(false)
  await person.decide(card)
  expect(await calling).toMatchObject({ isError: false, structured: { created: true } })
  expect(readFileSync(target, 'utf8')).toBe('x')
})

test.each(TRANSPORTS)(
  '%s: a client that gave up asks again after the approval and gets its result, once',
  async (transport) => {
    await using host = await testHost({ settings: SHORT_PATIENCE })
    await using agent = await connectClient(host, transport)
    const person = personApi(host.url, host.personKey())
    const target = join(host.home, 'outside.txt')
    const args = { operation: 'create_file', filePath: target, content: 'x' }
    const pending = await agent.call('file_operations', args)
    expect(pending).toMatchObject({
      isError: false,
      structured: { status: 'approval_pending', console_url: expect.stringContaining(host.url) },
    })
    const [card] = await person.pending()
    expect(pending.structured['approval_id']).toBe(card!.id)
    await person.decide(card!)
    expect(await agent.call('approval_wait', { approval_id: card!.id })).toMatchObject({
      structured: { status: 'approved' },
    })
    expect(await agent.call('file_operations', args)).toMatchObject({ structured: { created: true } })
    const other = join(host.home, 'other.txt')
    expect(await agent.call('file_operations', { ...args, filePath: other })).toMatchObject({
      structured: { status: 'approval_pending' },
    })
    expect(existsSync(other)).toBe(false)
  },
)

test.each(TRANSPORTS)('%s: "no way" approves nothing', async (transport) => {
  await using host = await testHost()
  await using agent = await connectClient(host, transport)
  const person = personApi(host.url, host.personKey())
  const target = join(host.home, 'outside.txt')
  const calling = agent.call('file_operations', { operation: 'create_file', filePath: target, content: 'x' })
  const card = await person.nextPending()
  await person.post(`/api/approvals/${card.id}/answer`, { version: card.version, text: 'no way' })
  expect(await calling).toMatchObject({ isError: true, text: expect.stringContaining('no way') })
  expect(existsSync(target)).toBe(false)
})

test.each(TRANSPORTS)(
  '%s: a tool switched off by hand in tools.json vanishes from a connected client',
  async (transport) => {
    await using host = await testHost()
    await using agent = await connectClient(host, transport)
    expect(await agent.toolNames()).toContain('think')
    const changed = agent.nextChange()
    const path = join(host.dataDir, 'tools.json')
    const file = JSON.parse(readFileSync(path, 'utf8'))
    const profile = file.profiles.find(({ id }: { id: string }) => id === 'workspace-agent')
    const tool = profile.categories
      .flatMap(({ tools }: { tools: object[] }) => tools)
      .find(({ id }: { id: string }) => id === 'think')
    tool.enabled = false
    writeFileSync(path, JSON.stringify(file, null, 2))
    expect(await changed).not.toContain('think')
    expect(await agent.toolNames()).not.toContain('think')
    const refused = await agent.call('think', { thoughts: 'hm' })
    expect(refused).toMatchObject({ isError: true, meta: { 'upperhand/error': { code: 'TOOL_DISABLED' } } })
    expect(refused.text).toContain('Tool think is disabled')
    expect(refused.text).toContain('upperhand tools on think --profile workspace-agent')
  },
)

test.each(['stdio 2026', 'http 2025'] as const)(
  '%s: remote-primitives has its flat tools and leaves confirmation to the caller',
  async (transport) => {
    await using host = await testHost()
    await using agent = await connectClient(host, transport, { profile: 'remote-primitives' })
    expect(await agent.toolNames()).toEqual(publishedNames('remote-primitives'))
    const target = join(host.home, 'anywhere.txt')
    expect(await agent.call('fs_write', { path: target, content: 'x' })).toMatchObject({
      structured: { path: target, bytes_written: 1 },
    })
    expect(await agent.call('fs_read', { path: target })).toMatchObject({ structured: { path: target, content: 'x' } })
    expect(await agent.call('fs_read', { path: join(host.dataDir, 'person.key') })).toMatchObject({
      isError: true,
      meta: { 'upperhand/error': { code: 'PERMISSION_DENIED' } },
    })
  },
)

test('pending approvals survive a restart, and the decision counts afterwards', async () => {
  await using host = await testHost({ settings: SHORT_PATIENCE })
  const target = join(host.home, 'outside.txt')
  const args = { operation: 'create_file', filePath: target, content: 'x' }
  {
    await using agent = await connectClient(host, 'stdio 2025')
    await agent.call('file_operations', args)
  }
  await host.restart()
  const person = personApi(host.url, host.personKey())
  const [card] = await person.pending()
  await person.decide(card!)
  await using agent = await connectClient(host, 'stdio 2025')
  expect(await agent.call('file_operations', args)).toMatchObject({ structured: { created: true } })
})

test('two clients do not see each other', async () => {
  await using host = await testHost({ settings: SHORT_PATIENCE })
  await using one = await connectClient(host, 'http 2026', { name: 'one' })
  await using two = await connectClient(host, 'http 2026', { name: 'two' })
  const pending = await one.call('file_operations', {
    operation: 'create_file',
    filePath: join(host.home, 'o.txt'),
    content: 'x',
  })
  const id = pending.structured['approval_id'] as string
  expect(await two.call('approval_wait', { approval_id: id })).toMatchObject({
    isError: true,
    meta: { 'upperhand/error': { code: 'NOT_FOUND' } },
  })
})

test('pausing stops everything, resuming lets it go on', async () => {
  await using host = await testHost()
  await using agent = await connectClient(host, 'http 2025')
  const person = personApi(host.url, host.personKey())
  await person.post('/api/pause')
  expect(await agent.call('think', { thoughts: 'hm' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('paused'),
  })
  await person.post('/api/resume')
  expect(await agent.call('think', { thoughts: 'hm' })).toMatchObject({ isError: false })
})
