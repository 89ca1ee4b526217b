import { expect, test } from 'vitest'
import { type RawClient, rawClient } from '../support/raw-client.ts'
import { type WaitingHost, waitingHost } from '../support/waiting-host.ts'

const DONE = { structuredContent: { bytes_written: 4 } }
const COME_BACK = { resultType: 'input_required', requestState: expect.any(String) }

async function firstRound(t: WaitingHost, client: RawClient): Promise<string> {
  const { result } = await client.request('tools/call', t.call)
  expect(result).toMatchObject(COME_BACK)
  return String(result?.['requestState'])
}

function refused(reason: string) {
  return { error: { code: -32602, data: { reason: `request_state_${reason}` } } }
}

test.each(['http 2026', 'stdio 2026'] as const)('%s: a forged or altered state runs nothing', async (kind) => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, kind)
  const state = await firstRound(t, client)
  await t.person().decide(await t.person().nextPending())
  const middle = state.length >> 1
  const altered = `${state.slice(0, middle)}${state[middle] === 'A' ? 'B' : 'A'}${state.slice(middle + 1)}`
  for (const forged of [
    '',
    'approved',
    altered,
    Buffer.from('{"round":0}').toString('base64url'),
    'x'.repeat(100_000),
  ]) {
    expect(await client.request('tools/call', { ...t.call, requestState: forged })).toMatchObject(refused('unknown'))
  }
  expect(await client.request('tools/call', { ...t.call, requestState: 7 })).toMatchObject({ error: { code: -32602 } })
  expect(t.runs()).toBe(0)
  expect(await client.request('tools/call', { ...t.call, requestState: state })).toMatchObject({ result: DONE })
  expect(t.runs()).toBe(1)
})

test('a state is of no use to another client, in another profile, or for another call', async () => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, 'http 2026')
  const requestState = await firstRound(t, client)
  await t.person().decide(await t.person().nextPending())
  for (const options of [{ name: 'stranger' }, { profile: 'other' }]) {
    await using stranger = await rawClient(t.host, 'http 2026', options)
    expect(await stranger.request('tools/call', { ...t.call, requestState })).toMatchObject(refused('unknown'))
  }
  const other = { ...t.call, arguments: { ...t.call.arguments, content: 'something else\n' } }
  expect(await client.request('tools/call', { ...other, requestState })).toMatchObject(refused('unknown'))
  expect(t.runs()).toBe(0)
  expect(await t.person().pending()).toEqual([])
})

test('an old state is refused, also while its successor is waiting', async () => {
  await using t = await waitingHost({ limits: { holdMs: 300 } })
  await using client = await rawClient(t.host, 'http 2026')
  const first = await firstRound(t, client)
  const { result } = await client.request('tools/call', { ...t.call, requestState: first })
  const second = result?.['requestState']
  expect(await client.request('tools/call', { ...t.call, requestState: first })).toMatchObject(refused('used'))
  const returning = client.request('tools/call', { ...t.call, requestState: second })
  await expect.poll(async () => (await t.person().pending())[0]?.waiting).toBe(1)
  for (const state of [first, second]) {
    expect(await client.request('tools/call', { ...t.call, requestState: state })).toMatchObject(refused('used'))
  }
  await t.person().decide(await t.person().nextPending())
  expect(await returning).toMatchObject({ result: DONE })
  expect(t.runs()).toBe(1)
})

test.each(['once', 'minutes', 'run', 'rule'] as const)(
  'approved %s: the state of a call that has ended runs nothing',
  async (scope) => {
    await using t = await waitingHost()
    await using client = await rawClient(t.host, 'http 2026')
    const requestState = await firstRound(t, client)
    await t.person().decide(await t.person().nextPending(), { scope })
    expect(await client.request('tools/call', { ...t.call, requestState })).toMatchObject({ result: DONE })
    expect(await client.request('tools/call', { ...t.call, requestState })).toMatchObject(refused('over'))
    expect(t.runs()).toBe(1)
  },
)

test('a denied call has ended too', async () => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, 'http 2026')
  const requestState = await firstRound(t, client)
  await t.person().decide(await t.person().nextPending(), { decision: 'deny' })
  expect(await client.request('tools/call', { ...t.call, requestState })).toMatchObject({ result: { isError: true } })
  expect(await client.request('tools/call', { ...t.call, requestState })).toMatchObject(refused('over'))
  expect(t.runs()).toBe(0)
})

test('a state expires with its approval', async () => {
  await using t = await waitingHost({ limits: { approvalExpiryMs: 250 } })
  await using client = await rawClient(t.host, 'http 2026')
  const requestState = await firstRound(t, client)
  await expect.poll(() => t.person().pending()).toEqual([])
  await new Promise((resolve) => setTimeout(resolve, 150))
  expect(await client.request('tools/call', { ...t.call, requestState })).toMatchObject(refused('expired'))
  expect(t.runs()).toBe(0)
})

test('after a restart a state is unknown, and the call without it finds its approval', async () => {
  await using t = await waitingHost()
  const before = await rawClient(t.host, 'http 2026')
  const requestState = await firstRound(t, before)
  await t.host.restart()
  await t.person().decide(await t.person().nextPending())
  await using client = await rawClient(t.host, 'http 2026')
  expect(await client.request('tools/call', { ...t.call, requestState })).toMatchObject(refused('unknown'))
  expect(t.runs()).toBe(0)
  expect(await client.request('tools/call', t.call)).toMatchObject({ result: DONE })
  expect(t.runs()).toBe(1)
})

test('a client that closes the stream in a round comes back with the same state', async () => {
  await using t = await waitingHost({ limits: { holdMs: 300 } })
  await using client = await rawClient(t.host, 'http 2026')
  const requestState = await firstRound(t, client)
  const gone = new AbortController()
  const returning = client.request('tools/call', { ...t.call, requestState }, gone.signal)
  await expect.poll(async () => (await t.person().pending())[0]?.waiting).toBe(1)
  gone.abort()
  await expect(returning).rejects.toThrow()
  await expect.poll(async () => (await t.person().pending())[0]?.waiting).toBe(0)
  await t.person().decide(await t.person().nextPending())
  expect(await client.request('tools/call', { ...t.call, requestState })).toMatchObject({ result: DONE })
  expect(t.runs()).toBe(1)
})

test('a client that never comes back has asked once, and runs nothing', async () => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, 'http 2026')
  await firstRound(t, client)
  await t.person().decide(await t.person().nextPending())
  expect(await t.person().pending()).toEqual([])
  expect(t.runs()).toBe(0)
  const [call] = await t.person().calls()
  expect(call).toMatchObject({ operation: 'filesystem.fs_write', state: 'pending' })
})

test('a client that repeats at once, with and without its state, asks one question and gets one run', async () => {
  await using t = await waitingHost({ limits: { patienceMs: 20_000, holdMs: 1_000 } })
  await using client = await rawClient(t.host, 'http 2026')
  const requestState = await firstRound(t, client)
  const calls = Array.from({ length: 20 }, (_, index) =>
    client.request('tools/call', index % 2 === 0 ? t.call : { ...t.call, requestState }),
  )
  await expect.poll(async () => (await t.person().pending()).map(({ waiting }) => waiting)).toEqual([11])
  await t.person().decide(await t.person().nextPending())
  const answers = (await Promise.all(calls)).map((answer) => JSON.stringify(answer))
  expect(answers.filter((answer) => answer.includes('bytes_written'))).toHaveLength(1)
  expect(answers.filter((answer) => answer.includes('request_state_used'))).toHaveLength(9)
  expect(t.runs()).toBe(1)
})
