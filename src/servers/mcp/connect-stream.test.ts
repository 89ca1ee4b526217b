import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { createFakeParts, type FakeParts } from './mcp.fixture.ts'
import { createMcp, type Mcp } from './mcp.ts'
import type { McpParts } from './parts.ts'

const IDENTITY = { credential: 'cred_1', profile: null, workdir: '/work' }
const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '2' },
}

interface Raw {
  readonly parts: FakeParts
  readonly mcp: Mcp
  readonly input: PassThrough
  readonly output: PassThrough
  readonly closed: Promise<void>
  readonly write: (...messages: unknown[]) => void
  readonly next: () => Promise<Message>
}

interface Message {
  readonly id?: unknown
  readonly method?: string
  readonly params?: Record<string, unknown>
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

const open: Mcp[] = []
afterEach(() => Promise.all(open.splice(0).map((mcp) => mcp.close())))

function connect(limits = {}, overrides: Partial<McpParts> = {}): Raw {
  const parts = { ...createFakeParts(limits), ...overrides }
  const mcp = createMcp(parts)
  open.push(mcp)
  const input = new PassThrough()
  const output = new PassThrough()
  const { closed } = mcp.connectStream({ readable: input, writable: output }, IDENTITY)
  const lines = linesOf(output)
  return {
    parts,
    mcp,
    input,
    output,
    closed,
    write: (...messages) => {
      for (const message of messages) input.write(`${JSON.stringify({ jsonrpc: '2.0', ...Object(message) })}\n`)
    },
    next: async () => JSON.parse((await lines.next()).value ?? 'null') as Message,
  }
}

async function* linesOf(stream: PassThrough): AsyncGenerator<string> {
  let rest = ''
  for await (const chunk of stream) {
    rest += String(chunk)
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}

async function legacy(limits = {}): Promise<Raw> {
  const raw = connect(limits)
  raw.write({ id: 'init', ...INITIALIZE }, { method: 'notifications/initialized' })
  expect((await raw.next()).result).toMatchObject({ protocolVersion: '2025-06-18' })
  return raw
}

async function modern(): Promise<Raw> {
  const raw = connect()
  raw.write({ id: 'first', method: 'tools/list', params: { _meta: ENVELOPE } })
  expect((await raw.next()).result).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' })
  return raw
}

describe('the legacy era', () => {
  test('a call runs in the name of the client that initialized', async () => {
    const raw = await legacy()
    raw.write({ id: 1, method: 'tools/call', params: { name: 'echo', arguments: { a: 1 } } })
    expect(await raw.next()).toMatchObject({
      id: 1,
      result: {
        content: [{ type: 'text', text: '{"args":{"a":1}}' }],
        structuredContent: { args: { a: 1 } },
        _meta: { 'upperhand/truncated': false, 'upperhand/because': { step: 'default' } },
      },
    })
    expect(raw.parts.requests[0]?.caller).toMatchObject({ client: 'raw', clientVersion: '1', workdir: '/work' })
    expect(raw.parts.requests[0]?.patienceMs).toBe(raw.parts.limits.patienceMs)
  })

  test('tools/list and ping are answered as they are published', async () => {
    const raw = await legacy()
    raw.write({ id: 1, method: 'tools/list' }, { id: 2, method: 'ping' })
    const list = await raw.next()
    expect(Object.keys(list.result ?? {})).toEqual(['tools'])
    expect(list.result?.['tools']).toHaveLength(5)
    expect(await raw.next()).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
  })

  test('a failed call is a result with code and hint, a pending one is not an error', async () => {
    const raw = await legacy()
    raw.write({ id: 1, method: 'tools/call', params: { name: 'fail' } })
    expect((await raw.next()).result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: 'There is no such file.\nLook with fs_list.' }],
      _meta: { 'upperhand/error': { code: 'NOT_FOUND', hint: 'Look with fs_list.' } },
    })
    raw.write({ id: 2, method: 'tools/call', params: { name: 'pend' } })
    const pending = await raw.next()
    expect(pending.result).toMatchObject({ structuredContent: { approval_id: 'apr_1' } })
    expect(pending.result).not.toHaveProperty('isError')
  })

  test('an unknown tool is a protocol error that names near ones', async () => {
    const raw = await legacy()
    raw.write({ id: 1, method: 'tools/call', params: { name: 'ecko' } })
    expect((await raw.next()).error).toEqual({
      code: -32602,
      message: 'Unknown tool "ecko". Close names: echo.',
      data: { near: ['echo'] },
    })
  })

  test('requests before initialize are refused, except ping', async () => {
    const raw = connect()
    raw.write({ id: 1, method: 'tools/list' }, { id: 2, method: 'ping' }, { method: 'notifications/initialized' })
    expect((await raw.next()).error).toMatchObject({ code: -32600, message: expect.stringContaining('initialize') })
    expect((await raw.next()).result).toEqual({})
    raw.write({ id: 3, ...INITIALIZE })
    expect((await raw.next()).result).toMatchObject({ instructions: 'Instructions of default.' })
  })

  test('requests that follow initialize without waiting are answered', async () => {
    const raw = connect()
    raw.write(
      { id: 1, ...INITIALIZE },
      { id: 2, method: 'tools/list' },
      { id: 3, method: 'tools/call', params: { name: 'echo' } },
    )
    expect((await raw.next()).id).toBe(1)
    expect([(await raw.next()).id, (await raw.next()).id].sort()).toEqual([2, 3])
  })

  test('the answers of a batch come together', async () => {
    const raw = await legacy()
    const batch = [
      { jsonrpc: '2.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      { jsonrpc: '2.0', id: 2, method: 'resources/templates/list' },
      { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'echo' } },
      5,
    ]
    raw.input.write(`${JSON.stringify(batch)}\n[]\n`)
    expect((await raw.next()).error).toMatchObject({ code: -32600 })
    const answers = (await raw.next()) as unknown as Message[]
    expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3, null])
  })

  test('progress goes to its token and only grows', async () => {
    const raw = await legacy()
    raw.write({ id: 1, method: 'tools/call', params: { name: 'steps', _meta: { progressToken: 'p' } } })
    const values = []
    for (let message = await raw.next(); message.id === undefined; message = await raw.next()) {
      expect(message).toMatchObject({ method: 'notifications/progress', params: { progressToken: 'p', total: 3 } })
      values.push(message.params?.['progress'])
    }
    expect(values).toEqual([1, 2, 3])
  })

  test('a cancelled call is aborted and not answered; cancelling an ended one does nothing', async () => {
    const raw = await legacy()
    const begun = raw.parts.begun('hang')
    raw.write({ id: 1, method: 'tools/call', params: { name: 'hang' } })
    const { signal } = await begun
    raw.write({ method: 'notifications/cancelled', params: { requestId: 1 } })
    raw.write({ method: 'notifications/cancelled', params: { requestId: 1 } })
    raw.write({ method: 'notifications/cancelled', params: { requestId: 'init' } })
    raw.write({ id: 2, method: 'ping' })
    expect((await raw.next()).id).toBe(2)
    expect(signal?.aborted).toBe(true)
  })

  test('list_changed is pushed, and the next list is the new one', async () => {
    const raw = await legacy()
    raw.parts.setTools(['echo'])
    raw.mcp.toolsChanged()
    expect(await raw.next()).toEqual({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    raw.write({ id: 1, method: 'tools/list' })
    expect((await raw.next()).result?.['tools']).toHaveLength(1)
  })

  test('resources are read in the name of the run; a missing one says which', async () => {
    const raw = await legacy()
    raw.write({ id: 1, method: 'resources/list' })
    expect((await raw.next()).result).toMatchObject({ resources: [{ uri: 'upperhand://history/of-run_1' }] })
    raw.write({ id: 2, method: 'resources/read', params: { uri: 'upperhand://history/call_1' } })
    expect((await raw.next()).result).toMatchObject({ contents: [{ mimeType: 'application/json' }] })
    raw.write({ id: 3, method: 'resources/read', params: { uri: 'upperhand://history/missing' } })
    expect((await raw.next()).error).toMatchObject({ code: -32602, data: { uri: 'upperhand://history/missing' } })
  })
})

test('a client that named no profile follows the active one, in the same run', async () => {
  let active = 'default'
  const raw = connect({}, { activeProfile: () => active })
  raw.write({ id: 0, ...INITIALIZE })
  await raw.next()
  for (const profile of ['default', 'second']) {
    active = profile
    raw.write({ id: profile, method: 'tools/call', params: { name: 'echo' } })
    await raw.next()
  }
  expect(raw.parts.requests.map(({ caller }) => [caller.runId, caller.profile])).toEqual([
    ['run_1', 'default'],
    ['run_1', 'second'],
  ])
})

describe('the modern era', () => {
  test('a call carries result type, server and client', async () => {
    const raw = await modern()
    raw.write({ id: 1, method: 'tools/call', params: { name: 'echo', _meta: ENVELOPE } })
    expect((await raw.next()).result).toMatchObject({
      resultType: 'complete',
      structuredContent: { args: {} },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'upperhand' }, 'upperhand/durationMs': 1 },
    })
    expect(raw.parts.requests[0]?.caller).toMatchObject({ client: 'raw', clientVersion: '2' })
  })

  test.each([
    ['no envelope', undefined, -32602],
    ['no capabilities', { ...ENVELOPE, 'io.modelcontextprotocol/clientCapabilities': undefined }, -32602],
    ['broken client info', { ...ENVELOPE, 'io.modelcontextprotocol/clientInfo': 5 }, -32602],
  ])('%s is refused', async (_name, _meta, code) => {
    const raw = await modern()
    raw.write({ id: 1, method: 'tools/list', params: { _meta } })
    expect((await raw.next()).error).toMatchObject({ code })
  })

  test('an unknown version is answered with the known ones', async () => {
    const raw = connect()
    const _meta = { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': '2030-01-01' }
    raw.write({ id: 1, method: 'tools/list', params: { _meta } })
    expect((await raw.next()).error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'] } })
  })

  test('ping and batches do not exist', async () => {
    const raw = await modern()
    raw.write({ id: 1, method: 'ping', params: { _meta: ENVELOPE } })
    expect((await raw.next()).error).toMatchObject({ code: -32601 })
    raw.input.write('[{"jsonrpc":"2.0","id":2,"method":"ping"}]\n')
    expect((await raw.next()).error).toMatchObject({ code: -32600 })
  })

  test('a probe with server/discover leaves both eras open', async () => {
    const raw = connect()
    raw.write({ id: 1, method: 'server/discover', params: { _meta: ENVELOPE } })
    expect((await raw.next()).result).toMatchObject({ supportedVersions: ['2026-07-28'], resultType: 'complete' })
    raw.write({ id: 2, ...INITIALIZE })
    expect((await raw.next()).result).toMatchObject({ protocolVersion: '2025-06-18' })
  })

  test('a subscription hears of changes until it is cancelled', async () => {
    const raw = await modern()
    const params = { _meta: ENVELOPE, notifications: { toolsListChanged: true } }
    raw.write({ id: 'sub', method: 'subscriptions/listen', params })
    expect((await raw.next()).method).toBe('notifications/subscriptions/acknowledged')
    raw.mcp.toolsChanged()
    expect(await raw.next()).toMatchObject({
      method: 'notifications/tools/list_changed',
      params: { _meta: { 'io.modelcontextprotocol/subscriptionId': 'sub' } },
    })
    raw.write({ method: 'notifications/cancelled', params: { requestId: 'sub' } })
    raw.write({ id: 1, method: 'tools/list', params: { _meta: ENVELOPE } })
    expect((await raw.next()).id).toBe(1)
    raw.mcp.toolsChanged()
    raw.write({ id: 2, method: 'tools/list', params: { _meta: ENVELOPE } })
    expect((await raw.next()).id).toBe(2)
  })
})

describe('bad input', () => {
  test.each([
    ['invalid JSON', Buffer.from('{"jsonrpc":'), -32700],
    ['invalid UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), -32700],
    ['a depth bomb', Buffer.from(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), -32600],
    ['a number', Buffer.from('5'), -32600],
    ['an id that is null', Buffer.from('{"jsonrpc":"2.0","id":null,"method":"ping"}'), -32600],
    ['params that are a list', Buffer.from('{"jsonrpc":"2.0","method":"ping","params":[]}'), -32600],
  ])('%s is answered and the connection lives', async (_name, bytes, code) => {
    const raw = await legacy()
    raw.input.write(bytes)
    raw.input.write('\n')
    expect(await raw.next()).toMatchObject({ id: null, error: { code } })
    raw.write({ id: 1, method: 'ping' })
    expect((await raw.next()).id).toBe(1)
  })

  test('a frame over the limit is answered with the limit, and the connection lives', async () => {
    const raw = await legacy()
    const args = { text: 'x'.repeat(9 * 1024 * 1024) }
    raw.write({ id: 1, method: 'tools/call', params: { name: 'echo', arguments: args } }, { id: 2, method: 'ping' })
    expect(await raw.next()).toMatchObject({
      id: 1,
      error: { code: -32600, message: expect.stringContaining('8388608') },
    })
    expect((await raw.next()).id).toBe(2)
  })

  test('an id in flight cannot be used again', async () => {
    const raw = await legacy()
    const begun = raw.parts.begun('hang')
    raw.write({ id: 7, method: 'tools/call', params: { name: 'hang' } })
    await begun
    raw.write({ id: 7, method: 'tools/list' })
    expect(await raw.next()).toMatchObject({ id: 7, error: { code: -32600 } })
    raw.write({ id: '7', method: 'ping' })
    expect((await raw.next()).id).toBe('7')
  })

  test('an unknown profile publishes nothing and says why', async () => {
    const raw = connect({}, { activeProfile: () => 'gone' })
    const ask = async (message: object) => {
      raw.write({ id: 1, ...message })
      return (await raw.next()).result
    }
    expect(await ask(INITIALIZE)).toMatchObject({ instructions: expect.stringContaining('no profile "gone"') })
    expect(await ask({ method: 'tools/list' })).toEqual({ tools: [] })
    expect(await ask({ method: 'tools/call', params: { name: 'echo' } })).toMatchObject({
      isError: true,
      _meta: { 'upperhand/error': { code: 'TOOL_DISABLED', hint: 'See upperhand profile ls.' } },
    })
    expect(raw.parts.requests).toEqual([])
  })
})

describe('the end', () => {
  test('a client that goes away aborts its calls and ends its run', async () => {
    const raw = await legacy()
    const begun = raw.parts.begun('hang')
    raw.write({ id: 1, method: 'tools/call', params: { name: 'hang' } })
    const { signal } = await begun
    raw.input.destroy()
    await raw.closed
    expect(signal?.aborted).toBe(true)
    expect(raw.parts.runs.ended).toEqual(['run_1'])
  })

  test('answers that are under way when the client closes its side still come', async () => {
    const raw = connect()
    raw.write({ id: 1, ...INITIALIZE }, { id: 2, method: 'tools/call', params: { name: 'echo' } })
    raw.input.end()
    expect([(await raw.next()).id, (await raw.next()).id]).toEqual([1, 2])
    await raw.closed
    expect(raw.parts.runs.ended).toEqual(['run_1'])
  })

  test('an open subscription does not keep a connection whose client has closed its side', async () => {
    const raw = await modern()
    const params = { _meta: ENVELOPE, notifications: { toolsListChanged: true } }
    raw.write({ id: 'sub', method: 'subscriptions/listen', params })
    await raw.next()
    let isClosed = false
    void raw.closed.then(() => {
      isClosed = true
    })
    raw.input.end()
    for (let turn = 0; turn < 50; turn += 1) await new Promise(setImmediate)
    expect(isClosed).toBe(true)
  })

  test('a client that does not read stops being read until it does', async () => {
    const parts = createFakeParts()
    const mcp = createMcp(parts)
    open.push(mcp)
    const input = new PassThrough()
    const output = new PassThrough({ highWaterMark: 1024 })
    mcp.connectStream({ readable: input, writable: output }, IDENTITY)
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'init', ...INITIALIZE })}\n`)
    await new Promise((resolve) => output.once('readable', resolve))
    const frame = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'echo', arguments: { text: 'x'.repeat(100_000) } },
    })
    let written = 0
    while (!input.isPaused() && written < 1_000) {
      input.write(`${frame.replace('"id":1', `"id":${written}`)}\n`)
      written += 1
      await new Promise(setImmediate)
    }
    expect(written).toBeLessThan(1_000)
    expect(output.writableLength).toBeLessThan(8 * 1024 * 1024)
    const lines = linesOf(output)
    for (let answers = 0; answers < written + 1; answers += 1) expect((await lines.next()).done).toBe(false)
  })
})
