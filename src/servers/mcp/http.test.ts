import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFakeParts, type FakeParts } from './mcp.fixture.ts'
import { createMcp, type Mcp } from './mcp.ts'
import type { McpParts } from './parts.ts'

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '2' },
}
const INITIALIZE = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
}

let parts: FakeParts
let mcp: Mcp
let server: Server
let origin: string

/** The credential is the token; `<credential>@<profile>` stands for one that is bound to a profile. */
async function serve(limits = {}, overrides: Partial<McpParts> = {}) {
  parts = { ...createFakeParts(limits), ...overrides }
  mcp = createMcp(parts)
  server = createServer((req, res) => {
    const [credential = '', profile = null] = (req.headers.authorization ?? 'one').split('@')
    void mcp.handleHttp(req, res, { credential, profile })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function stop() {
  await mcp.close()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}

beforeEach(() => serve())
afterEach(stop)

function fails(): never {
  throw new Error('secret')
}

interface Sent {
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

function bodyOf(body: unknown): BodyInit {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify({ jsonrpc: '2.0', ...Object(body) })
}

function post(body: unknown, { path = '/mcp', headers = {}, signal }: Sent = {}): Promise<Response> {
  return fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: bodyOf(body),
    ...(signal === undefined ? {} : { signal }),
  })
}

function modern(method: string, params: Record<string, unknown> = {}, { headers = {}, ...sent }: Sent = {}) {
  const name = params['name'] ?? params['uri']
  return post(
    { id: 1, method, params: { ...params, _meta: { ...ENVELOPE, ...Object(params['_meta']) } } },
    {
      ...sent,
      headers: {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
        ...headers,
      },
    },
  )
}

async function openSession(sent: Sent = {}): Promise<Record<string, string>> {
  const response = await post({ id: 0, ...INITIALIZE }, sent)
  await response.text()
  return { ...sent.headers, 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' }
}

/** The JSON-RPC messages of a response, whichever way they come. */
async function messages(response: Response): Promise<Record<string, unknown>[]> {
  const text = await response.text()
  if (response.headers.get('content-type') !== 'text/event-stream') return [JSON.parse(text)]
  return text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []))
}

describe('the modern era', () => {
  test('a call is answered with one JSON object, in a run of its own kind', async () => {
    const headers = { 'upperhand-workspace': '/project', 'upperhand-conversation': 'c1' }
    const response = await modern('tools/call', { name: 'echo', arguments: { a: 1 } }, { headers })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toMatchObject({ result: { structuredContent: { args: { a: 1 } } } })
    expect(parts.runs.opened).toEqual([
      expect.objectContaining({
        kind: 'stateless',
        credential: 'one',
        client: 'raw',
        workdir: '/project',
        conversation: 'c1',
      }),
    ])
  })

  test('the run wishes may also come in the body', async () => {
    await modern('tools/call', { name: 'echo', _meta: { 'upperhand/workspace': '/project' } })
    expect(parts.runs.opened[0]).toMatchObject({ workdir: '/project' })
  })

  test.each([
    ['no version header', { 'mcp-protocol-version': '' }, 400, -32020],
    ['another version header', { 'mcp-protocol-version': '2025-11-25' }, 400, -32020],
    ['another method header', { 'mcp-method': 'tools/list' }, 400, -32020],
    ['another name header', { 'mcp-name': 'fail' }, 400, -32020],
  ])('%s is refused', async (_name, headers, status, code) => {
    const response = await modern('tools/call', { name: 'echo' }, { headers })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ id: 1, error: { code } })
    expect(parts.requests).toEqual([])
  })

  test('an encoded name header is understood', async () => {
    const encoded = `=?base64?${Buffer.from('echo').toString('base64')}?=`
    const response = await modern('tools/call', { name: 'echo' }, { headers: { 'mcp-name': encoded } })
    expect(await response.json()).toMatchObject({ result: { structuredContent: { args: {} } } })
  })

  test('a missing or broken envelope is refused', async () => {
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
    const missing = await post({ id: 1, method: 'tools/list' }, { headers })
    expect([missing.status, await missing.json()]).toMatchObject([400, { error: { code: -32602 } }])
    const broken = await modern('tools/list', { _meta: { 'io.modelcontextprotocol/clientCapabilities': 5 } })
    expect([broken.status, await broken.json()]).toMatchObject([400, { error: { code: -32602 } }])
  })

  test('an unknown version is answered with the known ones', async () => {
    const response = await modern(
      'tools/list',
      { _meta: { 'io.modelcontextprotocol/protocolVersion': '2030-01-01' } },
      { headers: { 'mcp-protocol-version': '2030-01-01' } },
    )
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: -32022, data: { supported: ['2026-07-28'] } } })
  })

  test('an unknown tool is a protocol error, an unknown method a 404', async () => {
    const tool = await modern('tools/call', { name: 'ecko' })
    expect([tool.status, await tool.json()]).toMatchObject([200, { error: { code: -32602, data: { near: ['echo'] } } }])
    const method = await modern('tools/nothing')
    expect([method.status, await method.json()]).toMatchObject([404, { error: { code: -32601 } }])
  })

  test('progress turns the answer into a stream, unless the client takes none', async () => {
    const params = { name: 'steps', _meta: { progressToken: 7 } }
    const streamed = await messages(await modern('tools/call', params))
    expect(streamed.map(({ method = 'result' }) => method)).toEqual([
      ...Array(3).fill('notifications/progress'),
      'result',
    ])
    const plain = await modern('tools/call', params, { headers: { accept: 'application/json' } })
    expect(await plain.json()).toMatchObject({ result: { structuredContent: { steps: 3 } } })
  })

  test('closing the response cancels the call', async () => {
    const begun = parts.begun('hang')
    const abort = new AbortController()
    const response = modern('tools/call', { name: 'hang' }, { signal: abort.signal })
    const { signal } = await begun
    abort.abort()
    await expect(response).rejects.toThrow()
    if (signal?.aborted === false) await once(signal, 'abort')
    expect(signal?.aborted).toBe(true)
  })

  test.each(['GET', 'DELETE', 'PUT'])('%s is not allowed', async (method) => {
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-session-id': 'stray' }
    const response = await fetch(`${origin}/mcp`, { method, headers })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })

  test('a subscription hears of changed tools', async () => {
    const abort = new AbortController()
    const response = await modern(
      'subscriptions/listen',
      { notifications: { toolsListChanged: true } },
      { signal: abort.signal },
    )
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('subscriptions/acknowledged')
    mcp.toolsChanged()
    expect((await reader?.read())?.value).toContain('tools/list_changed')
    abort.abort()
  })

  test('a resource is read in the name of the caller', async () => {
    const response = await modern('resources/read', { uri: 'upperhand://history/call_1' })
    expect(await response.json()).toMatchObject({ result: { contents: [{ uri: 'upperhand://history/call_1' }] } })
    const missing = await modern('resources/read', { uri: 'upperhand://history/missing' })
    expect(await missing.json()).toMatchObject({
      error: { code: -32602, data: { uri: 'upperhand://history/missing' } },
    })
  })
})

describe('profiles', () => {
  test('the path names the profile, then the credential, then the active one serves', async () => {
    await modern('tools/call', { name: 'echo' }, { path: '/mcp/p/second' })
    await modern('tools/call', { name: 'echo' }, { headers: { authorization: 'one@second' } })
    await modern('tools/call', { name: 'echo' })
    expect(parts.requests.map(({ caller }) => caller.profile)).toEqual(['second', 'second', 'default'])
  })

  test('an unknown profile publishes nothing, says why, and opens no run', async () => {
    const list = await modern('tools/list', {}, { path: '/mcp/p/gone' })
    expect(await list.json()).toMatchObject({ result: { tools: [] } })
    const call = await modern('tools/call', { name: 'echo' }, { path: '/mcp/p/gone' })
    expect(await call.json()).toMatchObject({
      result: { isError: true, _meta: { 'upperhand/error': { code: 'TOOL_DISABLED' } } },
    })
    const discover = await modern('server/discover', {}, { path: '/mcp/p/gone' })
    expect(await discover.json()).toMatchObject({
      result: { instructions: expect.stringContaining('no profile "gone"') },
    })
    expect(parts.runs.opened).toEqual([])
  })

  test('other paths are nothing', async () => {
    for (const path of ['/mcp/p/', '/mcp/p/a/b', '/mcp/p/..%2f', '/mcpx', '/']) {
      expect((await modern('tools/list', {}, { path })).status).toBe(404)
    }
  })
})

describe('legacy sessions', () => {
  test('initialize opens a session whose id comes back', async () => {
    const headers = await openSession({ headers: { 'upperhand-workspace': '/project' } })
    const response = await post({ id: 1, method: 'tools/call', params: { name: 'echo' } }, { headers })
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(response.headers.get('mcp-session-id')).toBe(headers['mcp-session-id'])
    const { result } = (await response.json()) as { result: Record<string, unknown> }
    expect(Object.keys(result).sort()).toEqual(['_meta', 'content', 'structuredContent'])
    expect(parts.runs.opened).toEqual([
      expect.objectContaining({
        kind: 'session',
        client: 'raw',
        sessionId: headers['mcp-session-id'],
        workdir: '/project',
      }),
    ])
  })

  test('without a session 400, with an unknown one 404', async () => {
    expect((await post({ id: 1, method: 'tools/list' })).status).toBe(400)
    expect((await post({ id: 1, method: 'tools/list' }, { headers: { 'mcp-session-id': 'ses_1' } })).status).toBe(404)
  })

  test('a session belongs to the credential and profile that opened it', async () => {
    const headers = await openSession()
    for (const sent of [{ headers: { ...headers, authorization: 'two' } }, { headers, path: '/mcp/p/second' }]) {
      expect((await post({ id: 1, method: 'tools/list' }, sent)).status).toBe(404)
      expect((await fetch(`${origin}${sent.path ?? '/mcp'}`, { method: 'DELETE', headers: sent.headers })).status).toBe(
        404,
      )
    }
    expect((await post({ id: 1, method: 'tools/list' }, { headers })).status).toBe(200)
  })

  test('DELETE ends the session and its run', async () => {
    const headers = await openSession()
    await post({ id: 1, method: 'tools/call', params: { name: 'echo' } }, { headers })
    expect((await fetch(`${origin}/mcp`, { method: 'DELETE', headers })).status).toBe(200)
    expect(parts.runs.ended).toEqual(['run_1'])
    expect((await post({ id: 1, method: 'ping' }, { headers })).status).toBe(404)
  })

  test.each([
    ['text/event-stream', 'text/event-stream'],
    ['application/json', 'application/json'],
    ['*/*', 'application/json'],
    ['', 'application/json'],
  ])('Accept "%s" is good enough', async (accept, type) => {
    const response = await post({ id: 0, ...INITIALIZE }, { headers: { accept } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type])
    expect(await messages(response)).toMatchObject([{ result: { protocolVersion: '2025-11-25' } }])
  })

  test('an unknown version header is refused', async () => {
    const headers = { ...(await openSession()), 'mcp-protocol-version': '1999-01-01' }
    expect((await post({ id: 1, method: 'tools/list' }, { headers })).status).toBe(400)
  })

  test('a batch is answered', async () => {
    const headers = await openSession()
    const response = await post(
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"tools/list"}]',
      { headers },
    )
    expect((await messages(response)).map(({ id }) => id).sort()).toEqual([1, 2])
  })

  test('only the notification cancels a call', async () => {
    const headers = await openSession()
    const begun = parts.begun('hang')
    const response = post({ id: 5, method: 'tools/call', params: { name: 'hang' } }, { headers })
    const { signal } = await begun
    const twice = await post({ id: 5, method: 'tools/call', params: { name: 'echo' } }, { headers })
    expect([twice.status, await twice.json()]).toMatchObject([400, { id: 5, error: { code: -32600 } }])
    const cancel = { method: 'notifications/cancelled', params: { requestId: 5 } }
    expect((await post(cancel, { headers })).status).toBe(202)
    expect(signal?.aborted).toBe(true)
    expect(await messages(await response)).toEqual([])
    expect((await post(cancel, { headers })).status).toBe(202)
  })

  test('progress comes on the stream of its call', async () => {
    const headers = await openSession()
    const response = await post(
      { id: 1, method: 'tools/call', params: { name: 'steps', _meta: { progressToken: 'p' } } },
      { headers },
    )
    expect((await messages(response)).map(({ method = 'result' }) => method)).toHaveLength(4)
  })

  test('list_changed comes on the GET stream', async () => {
    const headers = await openSession()
    const abort = new AbortController()
    const stream = await fetch(`${origin}/mcp`, {
      headers: { ...headers, accept: 'text/event-stream' },
      signal: abort.signal,
    })
    mcp.toolsChanged()
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('notifications/tools/list_changed')
    abort.abort()
  })

  test('a malformed initialize leaves no session', async () => {
    const response = await post({ id: 0, method: 'initialize', params: {} })
    await response.text()
    expect(response.headers.get('mcp-session-id')).toBeNull()
    expect(parts.runs.opened).toEqual([])
  })
})

describe('session limits', () => {
  test('an idle session ends; one with an open stream does not', async () => {
    await stop()
    await serve({ runIdleMs: 40 })
    const streaming = await openSession()
    const abort = new AbortController()
    await fetch(`${origin}/mcp`, { headers: { ...streaming, accept: 'text/event-stream' }, signal: abort.signal })
    const idle = await openSession()
    await expect.poll(() => parts.runs.ended).toEqual(['run_2'])
    expect((await post({ id: 1, method: 'ping' }, { headers: idle })).status).toBe(404)
    expect((await post({ id: 1, method: 'ping' }, { headers: streaming })).status).toBe(200)
    abort.abort()
  })

  test('the longest unused session makes room for a new one', async () => {
    await stop()
    await serve({ sessionsTotal: 2 })
    const [first, second] = [await openSession(), await openSession()]
    await post({ id: 1, method: 'ping' }, { headers: first })
    await openSession()
    expect((await post({ id: 1, method: 'ping' }, { headers: first })).status).toBe(200)
    expect((await post({ id: 1, method: 'ping' }, { headers: second })).status).toBe(404)
  })

  test('a table full of sessions in use takes no more', async () => {
    await stop()
    await serve({ sessionsTotal: 1 })
    const headers = { ...(await openSession()), accept: 'text/event-stream' }
    const abort = new AbortController()
    await fetch(`${origin}/mcp`, { headers, signal: abort.signal })
    expect((await post({ id: 0, ...INITIALIZE })).status).toBe(503)
    abort.abort()
  })
})

describe('HTTP+SSE', () => {
  async function openSse(headers: Record<string, string> = {}) {
    const abort = new AbortController()
    const response = await fetch(`${origin}/sse`, { headers, signal: abort.signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const next = async () => /data: (.*)\n/.exec((await reader?.read())?.value ?? '')?.[1] ?? ''
    return { path: await next(), next, close: () => abort.abort() }
  }

  test('answers come on the stream', async () => {
    const sse = await openSse({ 'upperhand-workspace': '/project' })
    expect((await post({ id: 0, ...INITIALIZE }, { path: sse.path })).status).toBe(202)
    expect(JSON.parse(await sse.next())).toMatchObject({ id: 0, result: { protocolVersion: '2025-11-25' } })
    await post({ id: 1, method: 'tools/call', params: { name: 'echo' } }, { path: sse.path })
    expect(JSON.parse(await sse.next())).toMatchObject({ id: 1, result: { structuredContent: { args: {} } } })
    expect(parts.requests[0]?.caller).toMatchObject({ client: 'raw', workdir: '/project' })
    mcp.toolsChanged()
    expect(JSON.parse(await sse.next())).toMatchObject({ method: 'notifications/tools/list_changed' })
    sse.close()
    await expect.poll(() => parts.runs.ended).toEqual(['run_1'])
    expect((await post({ id: 2, method: 'ping' }, { path: sse.path })).status).toBe(404)
  })

  test('the stream of one credential takes no message of another', async () => {
    const sse = await openSse()
    const response = await post({ id: 0, ...INITIALIZE }, { path: sse.path, headers: { authorization: 'two' } })
    expect(response.status).toBe(404)
    sse.close()
  })
})

describe('bad input', () => {
  test.each([
    ['invalid JSON', '{"jsonrpc":', 400, -32700],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0x7d]), 400, -32700],
    ['a depth bomb', '['.repeat(100_000) + ']'.repeat(100_000), 400, -32600],
    ['a body over the limit', `"${'x'.repeat(9 * 1024 * 1024)}"`, 413, -32600],
    ['no JSON-RPC', '{"hello":1}', 400, -32600],
    ['an empty batch', '[]', 400, -32600],
  ])('%s', async (_name, body, status, code) => {
    const response = await post(body)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ id: null, error: { code } })
  })

  test('a failure of our own is answered, without its details', async () => {
    await stop()
    await serve({}, { published: fails })
    const response = await modern('tools/list')
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('secret')])
  })

  test('another content type is refused', async () => {
    expect((await post({ id: 1, method: 'ping' }, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  })
})
