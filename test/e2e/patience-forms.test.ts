import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ApprovalView } from '../../src/contract/approvals.ts'
import { connectClient, TRANSPORTS } from '../support/clients.ts'
import { type Message, RAW_CLIENTS, type RawClient, rawClient } from '../support/raw-client.ts'
import { type WaitingHost, waitingHost } from '../support/waiting-host.ts'

const FORMS = { elicitation: { form: {} } }
const ON = { elicitation: true }
const MODERN = ['http 2026', 'stdio 2026'] as const
const LEGACY = ['http 2025', 'stdio 2025'] as const
const DONE = { structuredContent: { bytes_written: 4 } }
const PENDING = { structuredContent: { status: 'approval_pending' } }
const ASKING = { resultType: 'input_required', inputRequests: { approval: { method: 'elicitation/create' } } }

const says = (content: object) => ({ action: 'accept', content })

/** Comes back to a call with what the form brought. */
function comeBack(client: RawClient, call: WaitingHost['call'], { result }: Message, answer?: object) {
  const inputResponses = answer === undefined ? {} : { inputResponses: { approval: answer } }
  return client.request('tools/call', { ...call, requestState: result?.['requestState'], ...inputResponses })
}

async function decided(t: WaitingHost): Promise<ApprovalView[]> {
  const { approvals } = await t.person().get<{ approvals: ApprovalView[] }>('/api/approvals')
  return approvals
}

test.each(MODERN)('%s: the form has the facts, and its answer is the decision of that client', async (kind) => {
  await using t = await waitingHost(ON)
  await using client = await rawClient(t.host, kind, { capabilities: FORMS })
  const asked = await client.request('tools/call', t.call)
  expect(asked.result).toMatchObject(ASKING)
  const [card] = await t.person().pending()
  const { approval } = asked.result!['inputRequests'] as { approval: { params: Record<string, unknown> } }
  const { params } = approval
  const message = String(params['message'])
  for (const fact of [
    'Writing file: outside.txt',
    'filesystem.fs_write',
    `${t.call.arguments['path']} (outside)`,
    'It writes outside the working directory.',
    card!.digest.slice(0, 19),
  ]) {
    expect(message).toContain(fact)
  }
  expect(params['requestedSchema']).toMatchObject({
    properties: { decision: { enum: ['approve', 'deny'] }, message: { type: 'string' } },
    required: ['decision'],
  })
  expect(JSON.stringify(params)).not.toContain('default')
  expect(await comeBack(client, t.call, asked, says({ decision: 'approve', message: 'go' }))).toMatchObject({
    result: { resultType: 'complete', ...DONE },
  })
  expect(await decided(t)).toMatchObject([
    { id: card!.id, state: 'spent', scope: 'once', decidedBy: 'elicitation:raw-client', message: 'go' },
  ])
  expect(t.runs()).toBe(1)
})

test('a denial in the form is a denial', async () => {
  await using t = await waitingHost(ON)
  await using client = await rawClient(t.host, 'http 2026', { capabilities: FORMS })
  const asked = await client.request('tools/call', t.call)
  const answer = await comeBack(client, t.call, asked, says({ decision: 'deny', message: 'not here' }))
  expect(JSON.stringify(answer.result)).toContain('A person denied this call: not here')
  expect(await decided(t)).toMatchObject([{ state: 'denied', decidedBy: 'elicitation:raw-client' }])
  expect(t.runs()).toBe(0)
})

test.each([
  ['declining', { action: 'decline' }],
  ['closing it', { action: 'cancel' }],
  ['declining with an approval inside', { action: 'decline', content: { decision: 'approve' } }],
  ['an empty form', says({})],
  ['another word', says({ decision: 'approved' })],
  ['a list', says({ decision: ['approve'] })],
  ['words', says({ message: 'approve' })],
  ['nothing', undefined],
])('%s decides nothing, and the form is not shown again', async (_what, answer) => {
  await using t = await waitingHost(ON)
  await using client = await rawClient(t.host, 'http 2026', { capabilities: FORMS })
  const asked = await client.request('tools/call', t.call)
  const next = await comeBack(client, t.call, asked, answer)
  expect(next.result).toMatchObject({ resultType: 'input_required' })
  expect(next.result).not.toHaveProperty('inputRequests')
  const late = await comeBack(client, t.call, next, says({ decision: 'approve' }))
  expect(late.result).toMatchObject({ resultType: 'input_required' })
  expect(await t.person().pending()).toHaveLength(1)
  expect(t.runs()).toBe(0)
  await t.person().decide(await t.person().nextPending())
  expect(await comeBack(client, t.call, late)).toMatchObject({ result: DONE })
})

test('an answer is about the card that was shown: when the file has changed, the new card is asked about', async () => {
  await using t = await waitingHost(ON)
  await using client = await rawClient(t.host, 'http 2026', { capabilities: FORMS })
  const asked = await client.request('tools/call', t.call)
  appendFileSync(String(t.call.arguments['path']), 'someone else\n')
  const again = await comeBack(client, t.call, asked, says({ decision: 'approve' }))
  expect(again.result).toMatchObject(ASKING)
  expect(JSON.stringify(again.result)).not.toContain(JSON.stringify(asked.result?.['inputRequests']))
  expect(t.runs()).toBe(1)
  expect(await comeBack(client, t.call, again, says({ decision: 'approve' }))).toMatchObject({ result: DONE })
  expect(t.runs()).toBe(2)
})

test('what a person decided elsewhere holds against the form', async () => {
  await using t = await waitingHost(ON)
  await using client = await rawClient(t.host, 'http 2026', { capabilities: FORMS })
  const asked = await client.request('tools/call', t.call)
  await t.person().decide(await t.person().nextPending(), { decision: 'deny', message: 'said elsewhere' })
  const answer = await comeBack(client, t.call, asked, says({ decision: 'approve' }))
  expect(JSON.stringify(answer.result)).toContain('said elsewhere')
  expect(t.runs()).toBe(0)
})

test.each(MODERN)('%s with tasks: the form is part of the task', async (kind) => {
  await using t = await waitingHost(ON)
  const capabilities = { ...FORMS, extensions: { 'io.modelcontextprotocol/tasks': {} } }
  await using client = await rawClient(t.host, kind, { capabilities })
  const { result: task } = await client.request('tools/call', t.call)
  expect(task).toMatchObject({ resultType: 'task', status: 'input_required' })
  expect(task).not.toHaveProperty('inputRequests')
  const { taskId } = task!
  const look = async () => (await client.request('tasks/get', { taskId })).result
  expect(await look()).toMatchObject({ status: 'input_required', inputRequests: ASKING.inputRequests })
  const inputResponses = { approval: says({ decision: 'approve' }) }
  expect(await client.request('tasks/update', { taskId, inputResponses })).toMatchObject({
    result: { resultType: 'complete' },
  })
  await expect.poll(look).toMatchObject({ status: 'completed', result: DONE })
  expect(await decided(t)).toMatchObject([{ state: 'spent', decidedBy: 'elicitation:raw-client' }])
  expect(t.runs()).toBe(1)
})

test.each(LEGACY)('%s: the form comes while the call is held, and its answer lets it run', async (kind) => {
  await using t = await waitingHost({ ...ON, limits: { patienceMs: 20_000 } })
  await using client = await rawClient(t.host, kind, { capabilities: { elicitation: {} } })
  const calling = client.request('tools/call', t.call)
  const { id, params } = await client.hear('elicitation/create')
  expect(String(params?.['message'])).toContain('Writing file: outside.txt')
  await client.send({ id, result: says({ decision: 'approve' }) })
  expect(await calling).toMatchObject({ result: DONE })
  expect(await decided(t)).toMatchObject([{ state: 'spent', decidedBy: 'elicitation:raw-client' }])
  await client.send({ id, result: says({ decision: 'approve' }) })
  expect(t.runs()).toBe(1)
})

test.each(LEGACY)('%s: a form that nobody answers leaves the approval open, and is not shown twice', async (kind) => {
  await using t = await waitingHost(ON)
  await using client = await rawClient(t.host, kind, { capabilities: FORMS })
  expect(await client.request('tools/call', t.call)).toMatchObject({ result: PENDING })
  const { id } = await client.hear('elicitation/create')
  expect(await client.request('tools/call', t.call)).toMatchObject({ result: PENDING })
  expect(client.heard.filter(({ method }) => method === 'elicitation/create')).toHaveLength(1)
  await client.send({ id, result: says({ decision: 'approve' }) })
  await expect.poll(() => t.person().pending()).toEqual([])
  expect(t.runs()).toBe(0)
  expect(await client.request('tools/call', t.call)).toMatchObject({ result: DONE })
  expect(t.runs()).toBe(1)
})

test.each(LEGACY)('%s: a form is closed when a person has decided elsewhere', async (kind) => {
  await using t = await waitingHost({ ...ON, limits: { patienceMs: 20_000 } })
  await using client = await rawClient(t.host, kind, { capabilities: FORMS })
  const calling = client.request('tools/call', t.call)
  const { id } = await client.hear('elicitation/create')
  await t.person().decide(await t.person().nextPending())
  expect(await calling).toMatchObject({ result: DONE })
  expect((await client.hear('notifications/cancelled')).params).toEqual({ requestId: id })
  expect(await decided(t)).toMatchObject([{ state: 'spent', decidedBy: expect.not.stringContaining('elicitation') }])
})

test.each(RAW_CLIENTS)('%s: critical cards are never shown in a form', async (kind) => {
  await using t = await waitingHost(ON)
  await using client = await rawClient(t.host, kind, { capabilities: FORMS })
  const { result } = await client.request('tools/call', t.critical)
  expect(result).toMatchObject(PENDING)
  expect(result).not.toHaveProperty('inputRequests')
  expect(client.heard).toEqual([])
  expect(await t.person().pending()).toMatchObject([{ risk: { tier: 'critical' } }])
})

test.each(RAW_CLIENTS)('%s: without the profile’s word nothing is asked, and no answer counts', async (kind) => {
  await using t = await waitingHost()
  await using client = await rawClient(t.host, kind, { capabilities: FORMS })
  const asked = await client.request('tools/call', t.call)
  expect(asked.result).toMatchObject(PENDING)
  expect(asked.result).not.toHaveProperty('inputRequests')
  expect(client.heard).toEqual([])
  if (kind.endsWith('2025')) await client.send({ id: 'upperhand-1', result: says({ decision: 'approve' }) })
  const again = await comeBack(client, t.call, asked, says({ decision: 'approve' }))
  expect(again.result).toMatchObject(PENDING)
  expect(await t.person().pending()).toHaveLength(1)
  expect(t.runs()).toBe(0)
})

test.each(RAW_CLIENTS)('%s: a client that cannot show forms is not asked to', async (kind) => {
  await using t = await waitingHost(ON)
  await using client = await rawClient(t.host, kind, { capabilities: { elicitation: { url: {} } } })
  const { result } = await client.request('tools/call', t.call)
  expect(result).toMatchObject(PENDING)
  expect(result).not.toHaveProperty('inputRequests')
  expect(client.heard).toEqual([])
})

test.each(TRANSPORTS)('%s: the official client shows the form, and goes on with the answer', async (transport) => {
  await using t = await waitingHost({ ...ON, limits: { patienceMs: 20_000, holdMs: 20_000 } })
  const shown: string[] = []
  const onForm = (message: string) => {
    shown.push(message)
    return { action: 'accept' as const, content: { decision: 'approve' } }
  }
  await using client = await connectClient(t.host, transport, { onForm })
  expect(await client.call(t.call.name, t.call.arguments)).toMatchObject({
    isError: false,
    structured: { bytes_written: 4 },
  })
  expect(shown).toEqual([expect.stringContaining('Writing file: outside.txt')])
  expect(await decided(t)).toMatchObject([{ state: 'spent', decidedBy: 'elicitation:test-client' }])
  expect(t.runs()).toBe(1)
})
