import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startServer, type TestServer } from './server.fixture.ts'

let host: TestServer
beforeAll(async () => {
  host = await startServer()
})
afterAll(() => host[Symbol.asyncDispose]())

async function login() {
  const link = host.server.loginLink()
  const code = link.split('#')[1]
  const reply = await host.ask('/login', { method: 'POST', body: JSON.stringify({ code }) })
  const cookie = String(reply.headers['set-cookie']?.[0])
  return {
    code,
    reply,
    cookie: cookie.split(';')[0] ?? '',
    attributes: cookie,
    headerToken: String(reply.json()['headerToken']),
  }
}

describe('login', () => {
  test('a link carries its code where no server sees it', () => {
    expect(host.server.loginLink()).toMatch(new RegExp(`^http://127.0.0.1:${host.port}/login#[\\w-]{22}$`))
  })

  test('a link works once', async () => {
    const { code, reply } = await login()
    expect(reply.status).toBe(200)
    const again = await host.ask('/login', { method: 'POST', body: JSON.stringify({ code }) })
    expect(again.status).toBe(403)
    expect(again.headers['set-cookie']).toBeUndefined()
    expect(again.text).toContain('upperhand open')
  })

  test('the cookie is out of reach for scripts and other sites', async () => {
    const { attributes } = await login()
    expect(attributes).toMatch(new RegExp(`^upperhand_${host.port}=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict$`))
  })

  test('a person with the key gets a link, an agent does not', async () => {
    const reply = await host.ask('/api/login-link', { method: 'POST', bearer: host.key })
    expect([reply.status, reply.json()['url']]).toEqual([201, expect.stringContaining('/login#')])
    expect((await host.ask('/api/login-link', { method: 'POST', bearer: host.token })).status).toBe(403)
  })

  test('a code from another page is refused', async () => {
    const reply = await host.ask('/login', {
      method: 'POST',
      body: '{"code":"x"}',
      headers: { origin: 'http://localhost:1' },
    })
    expect(reply.status).toBe(403)
  })
})

describe('a session', () => {
  test('reads with the cookie, changes only with the header token too', async () => {
    const { cookie, headerToken } = await login()
    expect((await host.ask('/api/status', { headers: { cookie } })).status).toBe(200)
    const pause = (headers: Record<string, string>) =>
      host.ask('/api/pause', { method: 'POST', headers: { cookie, ...headers } })
    expect((await pause({})).status).toBe(403)
    expect((await pause({ 'upperhand-csrf': 'wrong' })).status).toBe(403)
    expect((await pause({ 'upperhand-csrf': headerToken })).status).toBe(200)
    expect((await pause({ 'upperhand-csrf': headerToken, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test.each(['cross-site', 'same-site', 'none'])('a change started by another page (%s) is refused', async (site) => {
    const { cookie, headerToken } = await login()
    const headers = { cookie, 'upperhand-csrf': headerToken, 'sec-fetch-site': site }
    expect((await host.ask('/api/pause', { method: 'POST', headers })).status).toBe(403)
  })

  test.each([
    ['cross-site', 403],
    ['same-site', 403],
    ['none', 200],
  ])('reading from another page (%s) gives %i', async (site, status) => {
    const { cookie } = await login()
    expect((await host.ask('/api/status', { headers: { cookie, 'sec-fetch-site': site } })).status).toBe(status)
  })

  test('one session\u2019s header token is no good for another', async () => {
    const [first, second] = [await login(), await login()]
    const headers = { cookie: first.cookie, 'upperhand-csrf': second.headerToken }
    expect((await host.ask('/api/pause', { method: 'POST', headers })).status).toBe(403)
  })

  test('a cookie runs nothing over MCP', async () => {
    const { cookie, headerToken } = await login()
    const headers = { cookie, 'upperhand-csrf': headerToken }
    expect((await host.ask('/mcp', { method: 'POST', body: '{}', headers })).status).toBe(401)
  })

  test('ends for every browser when a person signs out', async () => {
    const [first, second] = [await login(), await login()]
    const status = async ({ cookie }: { cookie: string }) =>
      (await host.ask('/api/status', { headers: { cookie } })).status
    expect(await Promise.all([first, second].map(status))).toEqual([200, 200])
    expect((await host.ask('/api/logout', { method: 'POST', bearer: host.token })).status).toBe(403)
    expect((await host.ask('/api/logout', { method: 'POST', bearer: host.key })).json()['ended']).toBeGreaterThan(1)
    expect(await Promise.all([first, second].map(status))).toEqual([401, 401])
  })

  test('a made-up cookie is nobody', async () => {
    const headers = { cookie: `upperhand_${host.port}=${'a'.repeat(43)}` }
    expect((await host.ask('/api/status', { headers })).status).toBe(401)
    expect((await host.ask('/', { headers })).text).toContain('upperhand open')
  })
})

describe('pages', () => {
  test('a stranger sees that it runs, and nothing else', async () => {
    const reply = await host.ask('/')
    expect(reply.status).toBe(200)
    expect(reply.text).toContain('upperhand is running')
    expect(reply.text).not.toContain('workspace-agent')
  })

  test('a page allows its own inline parts by hash, and loads nothing', async () => {
    for (const path of ['/', '/login']) {
      const { text, headers } = await host.ask(path)
      expect(text).not.toMatch(/(?:src|href)=/)
      expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/)
      for (const [, inline] of text.matchAll(/<(?:style|script)>(.*?)<\/(?:style|script)>/gs)) {
        expect(headers['content-security-policy']).toContain(hash('sha256', inline ?? '', 'base64'))
      }
    }
  })

  test('what agents wrote is shown as text', async () => {
    const evil = '<script>alert(1)</script>\u202e'
    const call = { id: 'call_1', seq: 1, at: 0, runId: null, client: evil, profile: 'p', operation: 'x.y', label: evil }
    const outcome = {
      args: {},
      state: 'failed',
      durationMs: 1,
      because: null,
      output: null,
      approvalId: null,
      isPerson: false,
    } as const
    await using other = await startServer({
      services: {
        history: {
          list: () => [{ ...call, ...outcome, error: { code: 'NOT_FOUND', message: evil } }],
          search: () => ({ calls: [], next: null }),
          show: () => expect.fail(),
          verify: () => ({ ok: true, entries: 0 }),
          exportLines: () => [],
        },
      },
    })
    const { text } = await other.ask('/', { bearer: other.key })
    expect(text).toContain('&lt;script&gt;')
    expect(text).toContain('\\u{202e}')
    expect(text).not.toContain('<script>')
  })
})
