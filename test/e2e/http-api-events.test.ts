import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Execution,
  executionSchema,
  toolConfirmationSchema,
  toolDefinitionSchema,
  toolResultSchema,
} from '../../src/contract/tool-calls.ts'
import { personApi } from '../support/api.ts'
import { type TestHost, testHost } from '../support/host.ts'
import { eventStream, httpAs, type StreamedEvent } from '../support/http.ts'

const write = (filePath: string) => ({ operation: 'create_file', filePath, content: 'x' })
const CHAT = { 'upperhand-conversation': 'chat-7' }

/** One call of every kind, newest last: fine, wrong, approved, denied, and one that still waits. */
async function oneOfEach(host: TestHost) {
  const agent = httpAs(host.url, host.token)
  const person = personApi(host.url, host.personKey())
  const call = async (body: object) =>
    String((await agent('/api/tools/file_operations', { body, headers: CHAT })).headers['upperhand-call'])
  const decided = async (name: string, decision: 'approve' | 'deny') => {
    const calling = call(write(join(host.home, name)))
    await person.decide(await person.nextPending(), { decision })
    return calling
  }
  return {
    fine: await call({ operation: 'list_dir' }),
    wrong: await call({ operation: 'read_file', filePath: 'no.txt' }),
    approved: await decided('yes.txt', 'approve'),
    denied: await decided('no.txt', 'deny'),
    waits: await call(write(join(host.home, 'later.txt'))),
  }
}

const SETTINGS = { settings: { limits: { patienceMs: 3_000 } } }

async function take(stream: { next: () => Promise<StreamedEvent | undefined> }, count: number) {
  const events: StreamedEvent[] = []
  while (events.length < count) {
    const event = await stream.next()
    if (event === undefined) break
    events.push(event)
  }
  return events
}

describe('in the words of tool confirmations', () => {
  test('the stream tells of questions and results, with exactly their fields', async () => {
    await using host = await testHost(SETTINGS)
    const ids = await oneOfEach(host)
    using stream = await eventStream(host.url, '/api/events?since=0&shape=ai-tool', host.personKey())
    const events = await take(stream, 7)
    const confirmations = events.filter(({ event }) => event === 'ai-tool-confirmation').map(({ data }) => data)
    const results = events.filter(({ event }) => event === 'ai-tool-result').map(({ data }) => data)
    expect(confirmations.map(({ callId }) => callId)).toEqual([ids.approved, ids.denied, ids.waits])
    expect(results.map(({ callId }) => callId)).toEqual([ids.fine, ids.wrong, ids.approved, ids.denied])
    for (const data of confirmations) {
      expect(Object.keys(data).sort()).toEqual(['arguments', 'callId', 'conversationId', 'description', 'toolName'])
      toolConfirmationSchema.parse(data)
    }
    for (const data of results) {
      const fields = data['success'] === true ? [] : ['error']
      expect(Object.keys(data).sort()).toEqual([...fields, 'callId', 'conversationId', 'output', 'success'].sort())
      toolResultSchema.parse(data)
    }
    expect(confirmations[0]).toEqual({
      conversationId: 'chat-7',
      callId: ids.approved,
      toolName: 'create_file',
      arguments: { filePath: join(host.home, 'yes.txt'), content: 'x' },
      description: 'Creating file: yes.txt',
    })
    expect(results[1]).toMatchObject({ success: false, output: '', error: expect.stringContaining('no.txt') })
    expect(results[3]).toMatchObject({ success: false, error: 'A person denied this call.' })
  })

  test('executions have exactly their fields, in every state', async () => {
    await using host = await testHost(SETTINGS)
    const ids = await oneOfEach(host)
    const http = httpAs(host.url, host.token)
    const shown = async (id: string) => executionSchema.parse((await http(`/api/executions/${id}`)).body)
    expect(await shown(ids.fine)).toMatchObject({
      callId: ids.fine,
      toolName: 'list_dir',
      status: 'completed',
      result: { success: true, output: expect.any(String), durationMs: expect.any(Number) },
    })
    expect(await shown(ids.wrong)).toMatchObject({ status: 'failed', result: { success: false, output: '' } })
    expect((await shown(ids.approved)).status).toBe('completed')
    expect((await shown(ids.denied)).status).toBe('denied')
    const waits = await shown(ids.waits)
    expect(Object.keys(waits)).toEqual(['callId', 'toolName', 'status', 'arguments', 'timestamp'])
    expect(waits.status).toBe('pending_confirmation')
    const { executions, next } = (await http('/api/executions')).body as { executions: Execution[]; next: null }
    expect(executions.map(({ callId }) => callId)).toEqual(Object.values(ids).reverse())
    expect(next).toBeNull()
  })

  test('one that waited says what became of its question', async () => {
    await using host = await testHost({ settings: { limits: { patienceMs: 1 } } })
    const agent = httpAs(host.url, host.token)
    const person = personApi(host.url, host.personKey())
    const ask = async (name: string) => {
      const answer = await agent('/api/tools/file_operations', { body: write(join(host.home, name)) })
      return String(answer.headers['upperhand-call'])
    }
    const status = async (id: string) => (await agent(`/api/executions/${id}`)).body['status']
    const no = await ask('no.txt')
    await person.decide(await person.nextPending(), { decision: 'deny' })
    expect(await status(no)).toBe('denied')
    const yes = await ask('yes.txt')
    await person.decide(await person.nextPending())
    expect(await status(yes)).toBe('pending_confirmation')
    const again = await ask('yes.txt')
    expect([await status(yes), await status(again)]).toEqual(['failed', 'completed'])
  })

  test('one that runs or waits right now is in the list', async () => {
    await using host = await testHost()
    const agent = httpAs(host.url, host.token)
    const person = personApi(host.url, host.personKey())
    const calling = agent('/api/tools/file_operations', { body: write(join(host.home, 'a.txt')) })
    const card = await person.nextPending()
    expect((await agent('/api/executions')).body['executions']).toMatchObject([{ status: 'pending_confirmation' }])
    await person.decide(card)
    await calling
    expect((await agent('/api/executions')).body['executions']).toMatchObject([{ status: 'completed' }])
  })

  test('tools have exactly their fields', async () => {
    await using host = await testHost()
    const { tools } = (await httpAs(host.url, host.token)('/api/p/everything/tools')).body as { tools: object[] }
    for (const tool of tools) {
      expect(Object.keys(tool).sort()).toEqual(
        ['category', 'description', 'name', 'parameters', 'requires_confirmation', 'risk'].sort(),
      )
      toolDefinitionSchema.parse(tool)
    }
  })
})

describe('who hears what', () => {
  test('an agent sees its own calls and no others', async () => {
    await using host = await testHost()
    const person = personApi(host.url, host.personKey())
    const { secret } = await person.post<{ secret: string }>('/api/tokens', { label: 'other' })
    const other = httpAs(host.url, secret)
    const mine = await httpAs(host.url, host.token)('/api/tools/think', { body: { thoughts: 'mine' } })
    const id = String(mine.headers['upperhand-call'])
    expect((await other('/api/executions')).body).toEqual({ executions: [], next: null })
    const hidden = await other(`/api/executions/${id}`)
    const missing = await other(`/api/executions/${id.replace(/.$/, id.endsWith('0') ? '1' : '0')}`)
    expect([hidden.status, missing.status]).toEqual([404, 404])
    expect(JSON.stringify(hidden.body).replace(id, '')).toBe(
      JSON.stringify(missing.body).replace(/call_[0-9a-f]{32}/, ''),
    )
    using stream = await eventStream(host.url, '/api/events?since=0&shape=ai-tool', secret)
    await other('/api/tools/think', { body: { thoughts: 'theirs' } })
    expect((await take(stream, 1)).map(({ data }) => data['output'])).toEqual(['theirs'])
  })

  test('a reader chooses types and a run', async () => {
    await using host = await testHost()
    const agent = httpAs(host.url, host.token)
    await agent('/api/tools/think', { body: { thoughts: 'one' }, headers: { 'upperhand-conversation': 'a' } })
    await agent('/api/tools/think', { body: { thoughts: 'two' }, headers: { 'upperhand-conversation': 'b' } })
    const [second] = await personApi(host.url, host.personKey()).calls('?limit=1')
    const path = `/api/events?since=0&type=call.started,call.finished&run=${second!.runId}`
    using stream = await eventStream(host.url, path, host.personKey())
    const events = await take(stream, 2)
    expect(events.map(({ event, data }) => [event, data['runId']])).toEqual([
      ['call.started', second!.runId],
      ['call.finished', second!.runId],
    ])
    const http = httpAs(host.url, host.personKey())
    expect((await http('/api/events?type=call.nothing')).status).toBe(400)
    expect((await http('/api/events?shape=other')).status).toBe(400)
    expect((await http('/api/events?types=call.started')).status).toBe(400)
  })
})
