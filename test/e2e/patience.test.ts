import { expect, test } from 'vitest'
import { type Message, RAW_CLIENTS, type RawClient, rawClient } from '../support/raw-client.ts'
import { waitingHost } from '../support/waiting-host.ts'

const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } }
const MODERN = ['http 2026', 'stdio 2026'] as const
const LEGACY = ['http 2025', 'stdio 2025'] as const
/** Longer than any test: the client is held until a person has answered. */
const PATIENT = { patienceMs: 20_000, holdMs: 20_000 }

const PENDING = { structuredContent: { status: 'approval_pending', approval_id: expect.stringMatching(/^apr_/) } }
const DONE = { structuredContent: { bytes_written: 4 } }

/** Looks after a task until it has ended. */
async function ended(client: RawClient, taskId: unknown): Promise<Message['result']> {
  for (;;) {
    const { result } = await client.request('tasks/get', { taskId })
    if (result?.['status'] !== 'working' && result?.['status'] !== 'input_required') return result
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

test.each(MODERN)(
  '%s with tasks: a call that waits is a task, and brings its result when a person agrees',
  async (kind) => {
    await using t = await waitingHost()
    await using client = await rawClient(t.host, kind, { capabilities: TASKS })
    const { result: task } = await client.request('tools/call', t.call)
    expect(task).toMatchObject({
      resultType: 'task',
      taskId: expect.stringMatching(/^task_[0-9a-f]{32}$/),
      status: 'working',
      statusMessage: 'Waiting for a person: Writing file: outside.txt',
      ttlMs: 1_800_000,
      pollIntervalMs: 2_000,
    })
    const { taskId } = task!
    expect(await client.request('tasks/get', { taskId })).toMatchObject({
      result: { resultType: 'complete', taskId, status: 'working' },
    })
    expect(t.runs()).toBe(0)
    await t.person().decide(await t.person().nextPending())
    expect(await ended(client, taskId)).toMatchObject({ status: 'completed', result: DONE })
    expect(await ended(client, taskId)).toMatchObject({ status: 'completed', result: DONE })
    expect(t.runs()).toBe(1)
  },
)

test.each(MODERN)('%s with tasks: only a call that waits becomes one', async (kind) => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, kind, { capabilities: TASKS })
  const inside = { ...t.call.arguments, path: 'inside.txt' }
  expect(await client.request('tools/call', { name: 'fs_write', arguments: inside })).toMatchObject({
    result: { resultType: 'complete', ...DONE },
  })
})

test('a denial is the result of the task', async () => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, 'http 2026', { capabilities: TASKS })
  const { result: task } = await client.request('tools/call', t.call)
  await t.person().decide(await t.person().nextPending(), { decision: 'deny', message: 'not here' })
  const { result } = (await ended(client, task?.['taskId'])) as { result: { isError: boolean; content: unknown } }
  expect(result.isError).toBe(true)
  expect(JSON.stringify(result.content)).toContain('not here')
  expect(t.runs()).toBe(0)
})

test('a cancelled task waits no more; what a person decides afterwards serves the repeated call, once', async () => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, 'http 2026', { capabilities: TASKS })
  const { result: task } = await client.request('tools/call', t.call)
  const { taskId } = task!
  const card = await t.person().nextPending()
  expect(await client.request('tasks/cancel', { taskId })).toMatchObject({ result: { resultType: 'complete' } })
  expect(await ended(client, taskId)).toMatchObject({ status: 'cancelled' })
  await t.person().decide(card)
  expect(t.runs()).toBe(0)
  expect(await client.request('tools/call', t.call)).toMatchObject({ result: { resultType: 'complete', ...DONE } })
  expect(await client.request('tools/call', t.call)).toMatchObject({ result: { resultType: 'task' } })
  expect(t.runs()).toBe(1)
})

test('a task outlives its connection, and only its own client finds it', async () => {
  await using t = await waitingHost()
  const first = await rawClient(t.host, 'stdio 2026', { capabilities: TASKS })
  const { result: task } = await first.request('tools/call', t.call)
  await first[Symbol.asyncDispose]()
  await t.person().decide(await t.person().nextPending())
  await using again = await rawClient(t.host, 'stdio 2026', { capabilities: TASKS })
  expect(await ended(again, task?.['taskId'])).toMatchObject({ status: 'completed', result: DONE })
  for (const options of [{ name: 'stranger' }, { profile: 'other' }]) {
    await using stranger = await rawClient(t.host, 'stdio 2026', { capabilities: TASKS, ...options })
    for (const method of ['tasks/get', 'tasks/cancel', 'tasks/update']) {
      const answer = await stranger.request(method, { taskId: task?.['taskId'], inputResponses: {} })
      expect(answer).toMatchObject({ error: { code: -32602, message: expect.stringContaining('There is no task') } })
    }
  }
})

test('after a restart the task is unknown, and the late approval lets the repeated call run', async () => {
  await using t = await waitingHost()
  const client = await rawClient(t.host, 'http 2026', { capabilities: TASKS })
  const { result: task } = await client.request('tools/call', t.call)
  await t.host.restart()
  await using later = await rawClient(t.host, 'http 2026', { capabilities: TASKS })
  expect(await later.request('tasks/get', { taskId: task?.['taskId'] })).toMatchObject({
    error: { code: -32602, message: expect.stringContaining('restarted') },
  })
  await t.person().decide(await t.person().nextPending())
  expect(await later.request('tools/call', t.call)).toMatchObject({ result: { resultType: 'complete', ...DONE } })
  expect(t.runs()).toBe(1)
})

test('tasks are for clients that declare them, with every request', async () => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, 'http 2026')
  expect(await client.request('tasks/get', { taskId: 'task_1' })).toMatchObject({
    error: { code: -32021, data: { requiredCapabilities: TASKS } },
  })
  await using old = await rawClient(t.host, 'stdio 2025', { capabilities: TASKS })
  expect(await old.request('tasks/get', { taskId: 'task_1' })).toMatchObject({ error: { code: -32601 } })
  expect(await old.request('tools/call', t.call)).toMatchObject({ result: PENDING })
})

test('when there is no room for a task, the next way of waiting is taken', async () => {
  await using t = await waitingHost({ limits: { tasksTotal: 1 } })
  await using client = await rawClient(t.host, 'http 2026', { capabilities: TASKS })
  expect(await client.request('tools/call', t.call)).toMatchObject({ result: { resultType: 'task' } })
  expect(await client.request('tools/call', t.call)).toMatchObject({ result: { resultType: 'input_required' } })
})

test.each(MODERN)('%s: held, then asked to come back four times, then given the handle', async (kind) => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, kind)
  let { result } = await client.request('tools/call', t.call)
  for (let round = 1; round <= 4; round += 1) {
    expect(result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String), ...PENDING })
    expect(result).not.toHaveProperty('inputRequests')
    result = (await client.request('tools/call', { ...t.call, requestState: result?.['requestState'] })).result
  }
  expect(result).toMatchObject({ resultType: 'complete', ...PENDING })
  expect(await t.person().pending()).toHaveLength(1)
  await t.person().decide(await t.person().nextPending())
  expect(await client.request('tools/call', t.call)).toMatchObject({ result: DONE })
  expect(t.runs()).toBe(1)
})

test.each(MODERN)('%s: an approval in a round is told in that round', async (kind) => {
  await using t = await waitingHost({ limits: { holdMs: 300 } })
  await using client = await rawClient(t.host, kind)
  const { result } = await client.request('tools/call', t.call)
  const card = await t.person().nextPending()
  const returning = client.request('tools/call', { ...t.call, requestState: result?.['requestState'] })
  await expect.poll(async () => (await t.person().pending())[0]?.waiting).toBe(1)
  await t.person().decide(card)
  expect(await returning).toMatchObject({ result: { resultType: 'complete', ...DONE } })
  expect(t.runs()).toBe(1)
})

test.each([
  ['a denial', { decision: 'deny', message: 'not here' }, 'PERMISSION_DENIED'],
  ['an approval', {}, undefined],
] as const)(
  '%s between two rounds is told in the next one, and nobody is asked again',
  async (_what, decision, code) => {
    await using t = await waitingHost()
    await using client = await rawClient(t.host, 'http 2026')
    const { result } = await client.request('tools/call', t.call)
    await t.person().decide(await t.person().nextPending(), decision)
    const answer = await client.request('tools/call', { ...t.call, requestState: result?.['requestState'] })
    expect(answer.result).toMatchObject(code === undefined ? DONE : { _meta: { 'upperhand/error': { code } } })
    expect(await t.person().pending()).toEqual([])
    expect(t.runs()).toBe(code === undefined ? 1 : 0)
  },
)

test.each(LEGACY)('%s with a token: held with progress, then given the handle', async (kind) => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, kind)
  const { result } = await client.request('tools/call', { ...t.call, _meta: { progressToken: 'p' } })
  expect(result).toMatchObject(PENDING)
  expect(result).not.toHaveProperty('resultType')
  const reports = client.heard.filter(({ method }) => method === 'notifications/progress')
  expect(reports.length).toBeGreaterThan(3)
  const values = reports.map(({ params }) => params?.['progress'] as number)
  expect(values).toEqual(values.toSorted((a, b) => a - b))
  expect(reports[0]?.params).toMatchObject({
    progressToken: 'p',
    message: 'Waiting for a person: Writing file: outside.txt',
  })
})

test.each(LEGACY)('%s without a token: held in silence, and the repeated call runs once', async (kind) => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, kind)
  const began = performance.now()
  expect(await client.request('tools/call', t.call)).toMatchObject({ result: PENDING })
  expect(performance.now() - began).toBeGreaterThan(390)
  expect(client.heard).toEqual([])
  await t.person().decide(await t.person().nextPending())
  expect(await client.request('tools/call', t.call)).toMatchObject({ result: DONE })
  expect(await client.request('tools/call', t.call)).toMatchObject({ result: PENDING })
  expect(t.runs()).toBe(1)
})

test.each(RAW_CLIENTS)('%s: a client that goes away withdraws nothing', async (kind) => {
  await using t = await waitingHost({ limits: PATIENT })
  await using client = await rawClient(t.host, kind)
  const gone = new AbortController()
  const calling = client.request('tools/call', t.call, gone.signal)
  const card = await t.person().nextPending()
  await expect.poll(async () => (await t.person().pending())[0]?.waiting).toBe(1)
  gone.abort()
  await expect(calling).rejects.toThrow()
  // Only a modern response that closes is a cancellation; the others say so.
  if (kind !== 'http 2026')
    await client.send({ method: 'notifications/cancelled', params: { requestId: lastCall(kind) } })
  await expect.poll(async () => (await t.person().pending())[0]?.waiting).toBe(0)
  await t.person().decide(card)
  expect(t.runs()).toBe(0)
  await using again = await rawClient(t.host, kind)
  expect(await again.request('tools/call', t.call)).toMatchObject({ result: DONE })
  expect(t.runs()).toBe(1)
})

/** Which request the first call of a raw client is: those of 2025 initialize first. */
function lastCall(kind: string): number {
  return kind.endsWith('2026') ? 1 : 2
}

test('two clients race for one approval: one runs, the other is told', async () => {
  await using t = await waitingHost({ limits: PATIENT })
  await using one = await rawClient(t.host, 'http 2026')
  await using two = await rawClient(t.host, 'stdio 2025')
  await using three = await rawClient(t.host, 'http 2026', { capabilities: TASKS })
  const { result: task } = await three.request('tools/call', t.call)
  const calls = [one, two].map((client) => client.request('tools/call', t.call))
  await expect.poll(async () => (await t.person().pending())[0]?.waiting).toBe(3)
  await t.person().decide(await t.person().nextPending())
  const results = [
    ...(await Promise.all(calls)).map(({ result }) => result),
    (await ended(three, task?.['taskId']))?.['result'],
  ]
  const codes = results.map((result) => JSON.stringify(result).match(/CONFLICT|bytes_written/)?.[0])
  expect(codes.toSorted()).toEqual(['CONFLICT', 'CONFLICT', 'bytes_written'])
  expect(t.runs()).toBe(1)
})

test('a question to a person is a task too, and its answer the result; looking at an answer is not', async () => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, 'http 2026', { capabilities: TASKS })
  const question = { name: 'user_collaboration', arguments: { prompt: 'Which port?' } }
  const { result: task } = await client.request('tools/call', question)
  expect(task).toMatchObject({ resultType: 'task', status: 'working' })
  const card = await t.person().nextPending()
  const look = { name: 'approval_wait', arguments: { approval_id: card.id, wait_seconds: 0 } }
  expect(await client.request('tools/call', look)).toMatchObject({
    result: { resultType: 'complete', structuredContent: { status: 'pending' } },
  })
  await t.person().post(`/api/approvals/${card.id}/answer`, { version: card.version, text: '8081' })
  expect(await ended(client, task?.['taskId'])).toMatchObject({
    status: 'completed',
    result: { structuredContent: { status: 'answered', userResponse: '8081' } },
  })
  expect(await client.request('tools/call', { ...look, arguments: { approval_id: card.id } })).toMatchObject({
    result: { resultType: 'complete', structuredContent: { status: 'answered' } },
  })
})

test('a late approval runs exactly once, however many come back for it at the same moment', async () => {
  await using t = await waitingHost()
  await using first = await rawClient(t.host, 'http 2025')
  expect(await first.request('tools/call', t.call)).toMatchObject({ result: PENDING })
  await t.person().decide(await t.person().nextPending())
  const clients = await Promise.all([...RAW_CLIENTS, ...RAW_CLIENTS].map((kind) => rawClient(t.host, kind)))
  const answers = await Promise.all(clients.map((client) => client.request('tools/call', t.call)))
  expect(answers.filter((answer) => JSON.stringify(answer).includes('bytes_written'))).toHaveLength(1)
  expect(t.runs()).toBe(1)
  await Promise.all(clients.map((client) => client[Symbol.asyncDispose]()))
})
