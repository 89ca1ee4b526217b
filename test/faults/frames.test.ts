import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { personApi } from '../support/api.ts'
import { connectClient } from '../support/clients.ts'
import { type TestHost, testHost } from '../support/host.ts'
import { httpWire, INITIALIZE, opened, post, type RpcAnswer, rpc, stdioWire, toolCall, type Wire } from './wires.ts'

const MIB = 1024 * 1024

let host: TestHost
beforeAll(async () => {
  host = await testHost()
})
afterAll(() => host[Symbol.asyncDispose]())

const protocolError = (code: number, message: RegExp) => ({ error: { code, message: expect.stringMatching(message) } })
const toolError = (code: string, text: RegExp) => ({
  result: {
    isError: true,
    content: [{ text: expect.stringMatching(text) }],
    _meta: { 'upperhand/error': { code } },
  },
})
const read = (args: object) => toolCall(1, 'file_operations', { operation: 'read_file', ...args })
const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

const FRAMES: readonly [sentence: string, frame: string | Buffer, answer: object][] = [
  [
    'an unknown tool',
    toolCall(1, 'file_operation', {}),
    protocolError(-32602, /Unknown tool "file_operation".*file_operations/),
  ],
  ['a name from every object', toolCall(1, 'constructor', {}), protocolError(-32602, /Unknown tool "constructor"/)],
  ['an unknown method', rpc(1, 'tools/cal', {}), protocolError(-32601, /not found/i)],
  ['a disabled tool', toolCall(1, 'fs_read', { path: 'a' }), toolError('TOOL_DISABLED', /fs_read is disabled/)],
  ['a wrong type', read({ filePath: 7 }), toolError('INVALID_PARAMETERS', /filePath/)],
  ['a missing field', read({}), toolError('INVALID_PARAMETERS', /filePath/)],
  ['an extra key', read({ filePath: 'a', sudo: true }), toolError('INVALID_PARAMETERS', /sudo/)],
  [
    'an operation that does not exist',
    toolCall(1, 'file_operations', { operation: 'raed_file' }),
    toolError('INVALID_PARAMETERS', /read_file/),
  ],
  [
    'a key that would change every object',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"file_operations","arguments":{"operation":"read_file","filePath":"a","__proto__":{"overwrite":true}}}}`,
    toolError('INVALID_PARAMETERS', /__proto__/),
  ],
  ['arguments that are no object', toolCall(1, 'think', ['a']), protocolError(-32602, /arguments|params/i)],
  ['a name that is no text', rpc(1, 'tools/call', { name: 7, arguments: {} }), protocolError(-32602, /name/)],
  [
    'a frame of 9 MiB',
    toolCall(1, 'think', { thoughts: 'x'.repeat(9 * MIB) }),
    { error: { message: expect.stringMatching(/at most 8388608/) } },
  ],
  [
    'a depth bomb',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"think","arguments":{"thoughts":${deep(1_000)}}}}`,
    protocolError(-32600, /deeper than 64/),
  ],
  ['a depth bomb of a million brackets', deep(1_000_000), { error: { code: expect.any(Number) } }],
  [
    'invalid UTF-8',
    Buffer.concat([Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]),
    protocolError(-32700, /UTF-8/),
  ],
  [
    'half of a character pair',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"file_operations","arguments":{"operation":"create_file","filePath":"a","content":"\\ud800"}}}`,
    toolError('INVALID_PARAMETERS', /Unicode/),
  ],
  ['no JSON', '{"jsonrpc":', protocolError(-32700, /JSON/)],
  ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', { error: { code: expect.any(Number) } }],
  ['an id that is an object', rpc({}, 'ping'), { error: { code: expect.any(Number) } }],
]

const WIRES: readonly [name: string, open: () => Promise<Wire>][] = [
  ['stdio', () => opened(stdioWire(host), true)],
  ['http', () => opened(httpWire(host), false)],
]

describe.each(WIRES)('%s', (_name, open) => {
  let wire: Wire
  beforeAll(async () => {
    wire = await open()
  })
  afterAll(() => wire[Symbol.asyncDispose]())

  test.each(FRAMES)('%s gets its own answer, and the next call works', async (_sentence, frame, answer) => {
    expect(await wire.exchange(frame)).toMatchObject(answer)
    expect(await wire.exchange(toolCall(2, 'think', { thoughts: 'hm' }))).toMatchObject({ id: 2, result: {} })
  })

  test('an id that is in flight is refused, and the first call goes on', async () => {
    const person = personApi(host.url, host.personKey())
    wire.send(toolCall(7, 'user_collaboration', { prompt: `Go on, ${_name}?` }))
    const card = await person.nextPending()
    wire.send(toolCall(7, 'think', { thoughts: 'hm' }))
    const refused = { id: 7, ...protocolError(-32600, /already in flight/) }
    const answers: RpcAnswer[] = []
    const rest = Promise.all([wire.next(), wire.next()]).then((both) => answers.push(...both))
    await person.post(`/api/approvals/${card.id}/answer`, { version: card.version, text: 'yes, go on' })
    await rest
    expect(answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining(refused),
        expect.objectContaining({ id: 7, result: expect.objectContaining({ structuredContent: expect.anything() }) }),
      ]),
    )
  })
})

test('stdio: a request before initialize is refused, and initialize still works', async () => {
  await using wire = stdioWire(host)
  const early = await wire.exchange(toolCall(1, 'think', { thoughts: 'hm' }))
  expect(early).toMatchObject({ id: 1, ...protocolError(-32600, /before initialize/) })
  expect(await wire.exchange(INITIALIZE)).toMatchObject({ id: 'open', result: { protocolVersion: '2025-11-25' } })
})

test('http: a request before initialize is refused, and initialize still works', async () => {
  await using wire = httpWire(host)
  const early = await wire.exchange(toolCall(1, 'think', { thoughts: 'hm' }))
  expect(early).toMatchObject(protocolError(-32000, /initialize first/))
  expect(await wire.exchange(INITIALIZE)).toMatchObject({ id: 'open', result: { protocolVersion: '2025-11-25' } })
})

test('stdio: a client that sends too much is told at once, and goes on', async () => {
  await using agent = await connectClient(host, 'stdio 2025')
  await expect(agent.call('think', { thoughts: 'x'.repeat(9 * MIB) })).rejects.toThrow(/at most 8388608 bytes/)
  expect(await agent.call('think', { thoughts: 'hm' })).toMatchObject({ isError: false })
})

test('stdio: a wrong token is a clear error, and runs nothing', async () => {
  await using wire = stdioWire(host, { UPPERHAND_TOKEN: 'wrong'.repeat(10) })
  expect(await wire.exchange(INITIALIZE)).toMatchObject({
    error: { message: expect.stringMatching(/token is not the one/) },
  })
})

test.each([
  ['no hello at all', 'GET / HTTP/1.1'],
  ['a hello with a wrong token', JSON.stringify({ upperhand: 1, token: 'x' })],
  ['a hello that does not end', 'x'.repeat(20_000)],
])('the shim’s socket: %s is refused', async (_sentence, hello) => {
  const { mcpSocket } = JSON.parse(readFileSync(join(host.dataDir, 'daemon.json'), 'utf8'))
  const socket = connect(mcpSocket)
  socket.write(`${hello}\n${toolCall(1, 'think', { thoughts: 'hm' })}\n`)
  const lines: string[] = []
  for await (const line of createInterface({ input: socket })) lines.push(line)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ ok: false, error: { message: expect.any(String) } }])
})

type Headers = Readonly<Record<string, string>>
const right = (): Headers => ({ authorization: `Bearer ${host.token}`, accept: 'application/json' })
const REQUESTS: readonly [
  sentence: string,
  headers: () => Headers,
  path: () => string,
  status: number,
  words: RegExp,
][] = [
  ['no token', () => ({}), () => '/mcp', 401, /credential|token/i],
  ['a wrong token', () => ({ authorization: 'Bearer nope' }), () => '/mcp', 401, /not valid/],
  ['an empty token', () => ({ authorization: 'Bearer ' }), () => '/mcp', 401, /not valid/],
  ['another Host', () => ({ ...right(), host: 'evil.example' }), () => '/mcp', 403, /Host/],
  [
    'a Host that only begins like ours',
    () => ({ ...right(), host: `127.0.0.1.evil.example:${host.port}` }),
    () => '/mcp',
    403,
    /Host/,
  ],
  ['another Origin', () => ({ ...right(), origin: 'https://evil.example' }), () => '/mcp', 403, /origins/],
  ['an Origin of null', () => ({ ...right(), origin: 'null' }), () => '/mcp', 403, /origins/],
  ['a token in the query', () => ({}), () => `/mcp?token=${host.token}`, 400, /address/],
  ['a token in the query beside the right one', right, () => `/mcp?x=${host.token}`, 400, /address/],
  ['a form', () => ({ ...right(), 'content-type': 'text/plain' }), () => '/mcp', 415, /JSON/],
  ['the agents’ token at a decision', right, () => '/api/approvals/apr_1/decision', 403, /person|agent/i],
]

test.each(REQUESTS)('http: %s is refused', async (_sentence, headers, path, status, words) => {
  const answer = await post(`${host.url}${path()}`, INITIALIZE, headers())
  expect(answer.status).toBe(status)
  expect(answer.body).toMatch(words)
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})
