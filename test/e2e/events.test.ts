import { expect, test } from 'vitest'
import { connectClient } from '../support/clients.ts'
import { testHost } from '../support/host.ts'

/** Everything that a stream has to say up to its first heartbeat or the given time. */
async function heard(url: string, token: string, ms = 500): Promise<string> {
  const stop = AbortSignal.timeout(ms)
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` }, signal: stop })
  let text = ''
  try {
    for await (const chunk of response.body!) text += Buffer.from(chunk).toString()
  } catch {
    // The time is up.
  }
  return text
}

test('clients share the token of the file, but not what they do: a run is heard by whoever can name it', async () => {
  await using host = await testHost()
  await using one = await connectClient(host, 'http 2025', { name: 'one' })
  await using two = await connectClient(host, 'stdio 2025', { name: 'two' })
  await one.call('think', { thoughts: 'the plan of one' })
  const { meta } = await two.call('think', { thoughts: 'the plan of two' })
  const all = `${host.url}/api/events?since=0`
  const unnamed = await heard(all, host.token)
  expect(unnamed).not.toContain('the plan of')
  const named = await heard(`${all}&run=${meta['upperhand/runId']}`, host.token)
  expect(named).toContain('the plan of two')
  expect(named).not.toContain('the plan of one')
  const person = await heard(all, host.personKey())
  expect(person).toContain('the plan of one')
  expect(person).toContain('the plan of two')
})
