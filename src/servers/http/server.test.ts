import { once } from 'node:events'
import { chmodSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCredentials } from '../../access/credentials.ts'
import { createRedact } from '../../base/redact.ts'
import { type Ask, startServer, type TestServer } from './server.fixture.ts'

let host: TestServer
beforeAll(async () => {
  host = await startServer()
})
afterAll(() => host[Symbol.asyncDispose]())

const errorOf = (reply: { json: () => Record<string, unknown> }) =>
  reply.json()['error'] as Record<string, string | null>

describe('who may come in', () => {
  test('no token: 401 with a challenge, on known and unknown addresses alike', async () => {
    for (const path of ['/mcp', '/sse', '/api/status', '/nothing', '/icons/../token', '/api/../healthz']) {
      const reply = await host.ask(path)
      expect([path, reply.status]).toEqual([path, 401])
      expect(reply.headers['www-authenticate']).toMatch(/^Bearer/)
    }
  })

  test.each(['wrong', '', 'null', 'undefined', 'x'.repeat(43)])('a wrong token (%s) is refused', async (bearer) => {
    const reply = await host.ask('/mcp', { method: 'POST', bearer, body: '{}' })
    expect(reply.status).toBe(401)
    expect(errorOf(reply)).toMatchObject({ code: 'PERMISSION_DENIED' })
  })

  test('an empty token file does not open the door', async () => {
    writeFileSync(join(host.directory, 'token'), '')
    const { verify } = createCredentials({ directory: host.directory, redact: createRedact() })
    expect(verify('')).toBeUndefined()
    expect((await host.ask('/mcp', { headers: { authorization: 'Bearer ' } })).status).toBe(401)
  })

  test.each([
    ['/mcp?token=abc', 'by name'],
    ['/healthz?access_token=abc', 'on a public route'],
    ['/api/events?since=1&key=abc', 'beside others'],
    ['/sse?Authorization=Bearer%20abc', 'in any case'],
  ])('a credential in the address is refused: %s (%s)', async (path) => {
    const reply = await host.ask(path, { bearer: host.token })
    expect(reply.status).toBe(400)
    expect(errorOf(reply).hint).toContain('Authorization: Bearer')
  })

  test('a secret of ours is recognised under any name', async () => {
    expect((await host.ask(`/mcp?q=${host.token}`)).status).toBe(400)
    expect((await host.ask(`/healthz?q=${host.key}`)).status).toBe(400)
  })

  test.each([
    ['evil.example', 403],
    ['127.0.0.1', 403],
    ['127.0.0.1:1', 403],
    ['localhost.evil.example:PORT', 403],
    ['localhost:PORT', 200],
    ['LOCALHOST:PORT', 200],
    ['[::1]:PORT', 200],
  ])('Host %s gives %i', async (name, status) => {
    const reply = await host.ask('/healthz', { headers: { host: name.replace('PORT', String(host.port)) } })
    expect(reply.status).toBe(status)
  })

  test.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['http://127.0.0.1:1', 403],
    ['https://127.0.0.1:PORT', 403],
    ['http://127.0.0.1:PORT', 200],
    ['http://localhost:PORT', 200],
  ])('Origin %s gives %i on MCP', async (origin, status) => {
    const headers = { origin: origin.replace('PORT', String(host.port)) }
    const reply = await host.ask('/mcp', { method: 'POST', bearer: host.token, body: '{}', headers })
    expect(reply.status).toBe(status)
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test('an agent reaches MCP, its tools and events, and nothing that could loosen the leash', async () => {
    const agent = (path: string, ask: Ask = {}) => host.ask(path, { bearer: host.token, ...ask })
    expect((await agent('/mcp', { method: 'POST', body: '{}' })).status).toBe(200)
    expect((await agent('/mcp/p/read-only')).status).toBe(200)
    expect((await agent('/messages?sessionId=ses_1', { method: 'POST', body: '{}' })).status).toBe(200)
    expect((await agent('/api/tools')).json()).toEqual({ profile: 'read-only', tools: [] })
    expect((await agent('/api/p/read-only/openapi.json')).json()).toEqual({ openapi: '3.1.1' })
    expect((await agent('/api/executions')).json()).toEqual({ executions: [], next: null })
    const forbidden = [
      ['GET', '/api/status'],
      ['GET', '/api/approvals'],
      ['POST', '/api/approvals/apr_1/decision'],
      ['POST', '/api/tools/everything/toggle'],
      ['POST', '/api/tools'],
      ['GET', '/api/tools/'],
      ['GET', '/api/tools/../status'],
      ['GET', '/api/tools%2f..%2fstatus'],
      ['POST', '/api/tools/..%2fcall'],
      ['DELETE', '/api/tools/think'],
      ['POST', '/api/p/read-only/tools/a/b'],
      ['GET', '/api/p/read-only/status'],
      ['GET', '/api/profiles/read-only'],
      ['GET', '/api/tokens'],
      ['POST', '/api/tokens'],
      ['POST', '/api/tokens/agent/rotate'],
      ['GET', '/api/settings'],
      ['PATCH', '/api/settings'],
      ['POST', '/api/level'],
      ['GET', '/api/runs'],
      ['POST', '/api/rules'],
      ['POST', '/api/call'],
      ['POST', '/api/shutdown'],
      ['POST', '/api/login-link'],
      ['DELETE', '/api/grants/grant_1'],
      ['GET', '/metrics'],
      ['GET', '/mcp/p/a/b'],
    ] as const
    for (const [method, path] of forbidden) expect([path, (await agent(path, { method })).status]).toEqual([path, 403])
  })

  test('MCP learns who calls', async () => {
    host.seen.length = 0
    await host.ask('/mcp', { method: 'POST', bearer: host.token, body: '{}' })
    await host.ask('/mcp', { method: 'POST', bearer: host.key, body: '{}' })
    expect(host.seen.map(({ principal }) => principal.kind)).toEqual(['agent', 'person'])
  })
})

describe('guessing', () => {
  test('is limited per address, and does not lock out the right token', async () => {
    await using strict = await startServer({ limits: { authFailuresPerMinute: 3 } })
    const statuses: number[] = []
    for (let attempt = 0; attempt < 5; attempt += 1)
      statuses.push((await strict.ask('/mcp', { bearer: 'wrong' })).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    expect((await strict.ask('/mcp', { bearer: strict.token })).status).toBe(200)
    const code = await strict.ask('/login', { method: 'POST', body: '{"code":"guess"}' })
    expect(code.status).toBe(429)
  })
})

describe('bodies', () => {
  const post = (ask: Ask, path = '/api/pause') => host.ask(path, { method: 'POST', bearer: host.key, ...ask })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
    'application/json, text/plain',
    'application/jsonp',
  ])('%s is refused', async (type) => {
    for (const path of ['/api/call', '/mcp', '/login']) {
      expect((await post({ body: '{}', headers: { 'content-type': type } }, path)).status).toBe(415)
    }
  })

  test('JSON with a charset is taken, compressed JSON is not', async () => {
    expect((await post({ body: '{}', headers: { 'content-type': 'application/json; charset=UTF-8' } })).status).toBe(
      200,
    )
    expect((await post({ body: '{}', headers: { 'content-encoding': 'gzip' } })).status).toBe(415)
  })

  test('nine mebibytes get an answer, with a declared length and without', async () => {
    const body = Buffer.alloc(9 * 1024 * 1024, 'a')
    for (const path of ['/api/call', '/mcp']) {
      const reply = await post({ body }, path)
      expect([path, reply.status, errorOf(reply).code]).toEqual([path, 413, 'TOO_LARGE'])
    }
    const chunked = await post({ body, headers: { 'transfer-encoding': 'chunked' } }, '/api/call')
    expect(chunked.status).toBe(413)
    expect((await post({})).status).toBe(200)
  })

  test.each([
    ['a tower of brackets', '['.repeat(1_000_000)],
    ['a tower of objects', '{"a":'.repeat(65) + '1' + '}'.repeat(65)],
    ['broken JSON', '{"a":'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22])],
  ])('%s is a 400 with a sentence', async (_name, body) => {
    const reply = await post({ body }, '/api/call')
    expect(reply.status).toBe(400)
    expect(errorOf(reply)).toMatchObject({ code: 'INVALID_PARAMETERS' })
  })

  test('brackets inside strings do not count', async () => {
    const args = { text: `\\"${'['.repeat(1_000)}` }
    expect((await post({ body: JSON.stringify({ name: 'x', args }) }, '/api/call')).status).toBe(404)
  })
})

describe('methods and addresses', () => {
  test.each(['OPTIONS', 'PUT', 'TRACE', 'PROPFIND'])('%s is refused without a CORS answer', async (method) => {
    const reply = await host.ask('/mcp', { method, headers: { 'access-control-request-method': 'POST' } })
    expect(reply.status).toBe(405)
    expect(reply.headers.allow).toBe('GET, HEAD, POST, PATCH, DELETE')
    expect(reply.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('HEAD gives the headers of GET and no body', async () => {
    const reply = await host.ask('/healthz', { method: 'HEAD' })
    expect([reply.status, reply.text]).toEqual([200, ''])
    expect((await host.ask('/api/events', { method: 'HEAD', bearer: host.key })).text).toBe('')
  })

  test('the wrong method names the right ones', async () => {
    const reply = await host.ask('/api/pause', { bearer: host.key })
    expect([reply.status, reply.headers.allow]).toEqual([405, 'POST'])
    expect((await host.ask('/api/nothing', { bearer: host.key })).status).toBe(404)
  })

  test.each(['http://evil.example/healthz', '//evil.example/healthz', '*'])(
    'the target %s is refused',
    async (target) => {
      const socket = connect(host.port, '127.0.0.1')
      socket.end(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${host.port}\r\nConnection: close\r\n\r\n`)
      const [data] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      expect(data.toString()).toMatch(/^HTTP\/1.1 400/)
    },
  )

  test('every answer carries the security headers', async () => {
    for (const [path, ask] of [
      ['/healthz', {}],
      ['/', {}],
      ['/nothing', {}],
      ['/mcp', { bearer: host.token }],
      ['/api/nothing', { bearer: host.key }],
    ] as const) {
      const { headers } = await host.ask(path, ask)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*frame-ancestors 'none'/)
    }
  })

  test('icons need no login, are kept for good, and nothing else is in there', async () => {
    const reply = await host.ask('/icons/file.svg')
    expect([reply.status, reply.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(reply.headers['cache-control']).toContain('immutable')
    expect((await host.ask('/icons/unknown.svg')).status).toBe(404)
    for (const path of [
      '/icons/..%2ftoken',
      '/icons/%2e%2e/token',
      '/icons/../../etc/passwd',
      '/icons/constructor',
      '/icons/file.svg%00',
    ]) {
      const status = (await host.ask(path, { bearer: host.key })).status
      expect([path, status]).toEqual([path, 404])
    }
  })
})

describe('listening', () => {
  test('a port in use is a typed error that names it', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(startServer({ settings: { port } })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `Port ${port} on 127.0.0.1 is in use.`,
    })
    other.close()
  })

  test.each(['0.0.0.0', '::', '192.0.2.1', 'example.org'])('%s is refused without a proxy', async (name) => {
    await expect(startServer({ settings: { host: name } })).rejects.toThrow(/in the clear/)
  })

  test('behind a proxy the public name is needed, and is the only new one', async () => {
    await expect(startServer({ settings: { host: '0.0.0.0', behindProxy: true } })).rejects.toThrow(
      /name it is reached by/,
    )
    await using proxied = await startServer({ settings: { behindProxy: true, allowedHosts: ['Hand.example.org'] } })
    expect(proxied.server.url()).toBe('https://hand.example.org')
    const from = (name: string, origin: string) => proxied.ask('/healthz', { headers: { host: name, origin } })
    expect((await from('hand.example.org', 'https://hand.example.org')).status).toBe(200)
    expect((await from('hand.example.org', 'http://hand.example.org')).status).toBe(403)
    expect((await from('other.example.org', 'https://hand.example.org')).status).toBe(403)
  })

  test('an allowed origin may send requests and still gets no CORS answer', async () => {
    await using open = await startServer({ settings: { allowedOrigins: ['app://notes'] } })
    const from = (origin: string) =>
      open.ask('/mcp', { method: 'POST', bearer: open.token, body: '{}', headers: { origin } })
    const reply = await from('app://notes')
    expect([reply.status, reply.headers['access-control-allow-origin']]).toEqual([200, undefined])
    expect((await from('app://notes.evil')).status).toBe(403)
  })

  test('the unix socket is for the owner, takes any Host, and needs the key too', async () => {
    const { socketPath } = host
    expect(statSync(socketPath).mode & 0o777).toBe(0o600)
    expect((await host.ask('/api/status', { socketPath })).status).toBe(401)
    expect((await host.ask('/api/status', { socketPath, bearer: host.token })).status).toBe(403)
    expect((await host.ask('/api/status', { socketPath, bearer: host.key, headers: { host: 'x' } })).status).toBe(200)
    expect(
      (await host.ask('/api/status', { socketPath, bearer: host.key, headers: { origin: 'http://x' } })).status,
    ).toBe(403)
  })

  test('closing ends open streams and gives the port back', async () => {
    const short = await startServer()
    const stream = short.ask('/api/events', { bearer: short.key })
    while (
      short.server.port() &&
      !(await short.ask('/metrics', { bearer: short.key })).text.includes('upperhand_event_streams 1')
    );
    await short[Symbol.asyncDispose]()
    expect((await stream).text).toContain('event: snapshot')
    await using again = await startServer({ settings: { port: short.port } })
    expect(again.port).toBe(short.port)
  })

  test('no secret is in the log', () => {
    chmodSync(host.directory, 0o700)
    expect(host.logged.join('')).not.toContain(host.token)
    expect(host.logged.join('')).not.toContain(host.key)
  })
})
