import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ApprovalView } from '../../src/contract/approvals.ts'
import type { IssuedToken, NewToken } from '../../src/contract/tokens.ts'
import { MANAGEMENT } from '../../src/servers/http/openapi/management.ts'
import { connectClient } from '../support/clients.ts'
import { type TestHost, testHost } from '../support/host.ts'
import { eventStream, httpAs } from '../support/http.ts'

const NO_PATIENCE = { limits: { patienceMs: 1 } }
const FILES = '/api/tools/file_operations'
const write = (filePath: string, content = 'x') => ({ operation: 'create_file', filePath, content })

const personAt = (host: TestHost) => httpAs(host.url, host.personKey())

async function addToken(host: TestHost, token: Partial<NewToken> = {}) {
  const answer = await personAt(host)('/api/tokens', { body: { label: 'robot', ...token } })
  expect(answer.status).toBe(201)
  const { token: made, secret } = answer.body as unknown as IssuedToken
  return { id: made.id, secret, http: httpAs(host.url, secret) }
}

async function pending(host: TestHost): Promise<ApprovalView[]> {
  const { body } = await personAt(host)('/api/approvals?state=pending')
  return body['approvals'] as ApprovalView[]
}

const decision = ({ version, digest }: ApprovalView, more: object = {}) => ({
  body: { version, digest, decision: 'approve', ...more },
})

describe('a token', () => {
  test('is bound to its profile, whatever its bearer asks for', async () => {
    await using host = await testHost()
    const { http, secret } = await addToken(host, { profile: 'read-only' })
    expect((await http('/api/tools')).body).toMatchObject({ profile: 'read-only' })
    for (const path of [
      '/api/p/everything/tools',
      '/api/p/everything/openapi.json',
      '/api/p/%65verything/tools',
      '/api/p/../p/everything/tools',
    ]) {
      expect([path, (await http(path)).status]).toEqual([path, 403])
    }
    expect((await http('/api/p/everything/tools/think', { body: { thoughts: 'x' } })).status).toBe(403)
    expect((await http('/mcp/p/everything', { body: {} })).status).toBe(403)
    expect((await http('/api/tools?profile=everything')).body).toMatchObject({ profile: 'read-only' })
    const headers = { 'upperhand-profile': 'everything' }
    expect((await http('/api/tools/think', { body: { thoughts: 'x' }, headers })).body).toMatchObject({
      error: { code: 'TOOL_DISABLED' },
    })
    expect((await http(FILES, { body: { ...write('a.txt'), profile: 'everything' } })).body).toMatchObject({
      error: { code: 'TOOL_DISABLED' },
    })
    await using client = await connectClient({ ...host, token: secret }, 'http 2025')
    expect(await client.toolNames()).toEqual(await names(http))
  })

  test('over stdio too: another profile is not served', async () => {
    await using host = await testHost()
    const { secret } = await addToken(host, { profile: 'read-only' })
    const stdio = { ...host, token: secret }
    await expect(
      connectClient(stdio, 'stdio 2025', { profile: 'everything', env: { UPPERHAND_TOKEN: secret } }),
    ).rejects.toThrow()
    await using client = await connectClient(stdio, 'stdio 2025', { env: { UPPERHAND_TOKEN: secret } })
    expect(await client.toolNames()).toEqual(await names(httpAs(host.url, secret)))
  })

  test.each([
    ['read_only', 403],
    ['execute_with_confirm', 202],
    ['full_access', 200],
  ] as const)('with the ceiling %s answers a write outside with %i', async (level, status) => {
    await using host = await testHost({
      settings: NO_PATIENCE,
      before: (dataDirectory) => writeProfile(dataDirectory, { level: 'full_access', paths: 'workspace' }),
    })
    const { http } = await addToken(host, { profile: 'free', level })
    const target = join(host.home, 'outside.txt')
    const answer = await http(FILES, { body: write(target) })
    expect(answer.status).toBe(status)
    expect(existsSync(target)).toBe(status === 200)
    const { body } = await http('/api/tools')
    const tool = (body['tools'] as { name: string; requires_confirmation: boolean }[]).find(
      ({ name }) => name === 'file_operations',
    )
    expect(tool?.requires_confirmation).toBe(level !== 'full_access')
  })

  test('that is revoked ends sessions, streams and waiting calls at once', async () => {
    await using host = await testHost()
    const { id, secret, http } = await addToken(host)
    using stream = await eventStream(host.url, '/api/events?since=0', secret)
    await using client = await connectClient({ ...host, token: secret }, 'http 2025')
    await client.call('think', { thoughts: 'x' })
    while ((await stream.next())?.event !== 'call.finished');
    const waiting = http(FILES, { body: write(join(host.home, 'outside.txt')) })
    const inSession = client.call('file_operations', write(join(host.home, 'other.txt')))
    const outcomes = Promise.allSettled([waiting, inSession])
    await expect.poll(() => pending(host)).toHaveLength(2)

    expect((await personAt(host)(`/api/tokens/${id}`, { method: 'DELETE' })).status).toBe(204)
    const ends = await outcomes
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    for (let event = await stream.next(); event !== undefined; event = await stream.next());
    expect(await pending(host)).toEqual([])
    expect((await http('/api/tools')).status).toBe(401)
    const { runs } = (await personAt(host)('/api/runs?live=true')).body as { runs: { credential: string }[] }
    expect(runs.filter(({ credential }) => credential === id)).toEqual([])
    expect(existsSync(join(host.home, 'outside.txt'))).toBe(false)
  })

  test('that is rotated goes on with the new secret only', async () => {
    await using host = await testHost()
    const { id, http } = await addToken(host)
    using stream = await eventStream(host.url, '/api/events', await secretOf(host, id))
    await stream.next()
    const next = await secretOf(host, id)
    expect(await stream.next()).toBeUndefined()
    expect((await http('/api/tools')).status).toBe(401)
    expect((await httpAs(host.url, next)('/api/tools')).status).toBe(200)
    await host.restart()
    expect((await httpAs(host.url, next)('/api/tools')).status).toBe(200)
  })

  test('in the file is replaced while it runs', async () => {
    await using host = await testHost()
    const before = host.token
    expect((await personAt(host)('/api/tokens/agent/rotate', { method: 'POST' })).status).toBe(200)
    expect((await httpAs(host.url, before)('/api/tools')).status).toBe(401)
    const after = readFileSync(join(host.dataDir, 'token'), 'utf8').trim()
    expect((await httpAs(host.url, after)('/api/tools')).status).toBe(200)
  })

  test('opens nothing that is for people', async () => {
    await using host = await testHost()
    const { http } = await addToken(host)
    const open = new Set(['GET /tools', 'GET /openapi.json', 'GET /events', 'GET /executions', 'GET /executions/{id}'])
    const closed = MANAGEMENT.filter(({ route }) => !open.has(route))
    expect(closed.length).toBeGreaterThan(40)
    for (const { route } of closed) {
      const [method = '', path = ''] = route.split(' ')
      const answer = await http(`/api${path.replaceAll(/\{[^}]+\}/g, 'x')}`, { method })
      expect([route, answer.status]).toEqual([route, 403])
    }
  })

  test('cannot be guessed at will, and does not lock out the right one', async () => {
    await using host = await testHost({ settings: { limits: { authFailuresPerMinute: 5 } } })
    const { http } = await addToken(host)
    const guess = (index: number) => httpAs(host.url, `uht_${String(index).padStart(43, 'A')}`)('/api/tools')
    const statuses = [] as number[]
    for (let index = 0; index < 8; index += 1) statuses.push((await guess(index)).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
    expect((await http('/api/tools')).status).toBe(200)
  })

  test('in an address is refused, also one that ended', async () => {
    await using host = await testHost()
    const { secret, id } = await addToken(host)
    await personAt(host)(`/api/tokens/${id}`, { method: 'DELETE' })
    expect((await httpAs(host.url, undefined)(`/healthz?q=${secret}`)).status).toBe(400)
  })

  test('is not in the log, the history or the database', async () => {
    await using host = await testHost()
    const { secret, http } = await addToken(host)
    await http('/api/tools/think', { body: { thoughts: `my token is ${secret}` } })
    const history = await personAt(host)('/api/calls')
    expect(JSON.stringify([host.log, history.body])).not.toContain(secret)
    await host.host.close()
    const kept = ['upperhand.db', 'upperhand.db-wal'].filter((name) => existsSync(join(host.dataDir, name)))
    for (const name of kept) expect(readFileSync(join(host.dataDir, name)).includes(secret)).toBe(false)
  })
})

describe('tools over HTTP', () => {
  test('work where the headers say, within the projects', async () => {
    await using host = await testHost()
    const agent = httpAs(host.url, host.token)
    const headers = { 'upperhand-workspace': host.workdir }
    expect((await agent(FILES, { body: write('a.txt'), headers })).status).toBe(200)
    expect(readFileSync(join(host.workdir, 'a.txt'), 'utf8')).toBe('x')
    const outside = { 'upperhand-workspace': '/usr' }
    expect((await agent(FILES, { body: write('a.txt'), headers: outside })).status).toBe(403)
  })

  test('are named in any spelling, and the call is in the history under its token', async () => {
    await using host = await testHost()
    const { http } = await addToken(host)
    for (const [name, body] of [
      ['file_operations', { operation: 'list_dir' }],
      ['list_dir', {}],
      ['file_operations.list_dir', {}],
    ] as const) {
      expect((await http(`/api/tools/${name}`, { body })).status).toBe(200)
    }
    const { calls } = (await personAt(host)('/api/calls?client=robot')).body as { calls: { operation: string }[] }
    expect(calls.map(({ operation }) => operation)).toEqual(Array(3).fill('file_operations.list_dir'))
  })

  test('are limited by the minute, with the time to wait', async () => {
    await using host = await testHost({ settings: { limits: { readsPerMinute: 2, requestsPerMinute: 6 } } })
    const agent = httpAs(host.url, host.token)
    const think = () => agent('/api/tools/think', { body: { thoughts: 'x' } })
    expect([(await think()).status, (await think()).status]).toEqual([200, 200])
    const third = await think()
    expect(third).toMatchObject({ status: 429, body: { error: { code: 'LIMIT_REACHED' } } })
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0)
    const statuses = [] as number[]
    for (let index = 0; index < 5; index += 1) statuses.push((await agent('/api/tools')).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429])
    expect((await personAt(host)('/api/status')).status).toBe(200)
    for (let index = 0; index < 8; index += 1) await personAt(host)('/api/status')
    expect((await personAt(host)('/api/pause', { method: 'POST' })).status).toBe(200)
  })

  test('arguments that are none are refused before anything runs', async () => {
    await using host = await testHost()
    const agent = httpAs(host.url, host.token)
    expect((await agent('/api/tools/think', { body: [] })).status).toBe(400)
    expect((await agent('/api/tools/think', { body: 'x' })).status).toBe(400)
    expect((await agent('/api/tools/__proto__', { body: {} })).status).toBe(403)
    expect((await agent('/api/tools/constructor', { body: {} })).status).toBe(404)
    expect((await agent('/api/p/nothing/tools/think', { body: {} })).body).toMatchObject({
      error: { code: 'TOOL_DISABLED', message: 'There is no profile "nothing".' },
    })
    expect(existsSync(join(host.home, 'upperhand', 'workspaces', 'agent-nothing'))).toBe(false)
  })
})

describe('approvals over HTTP alone', () => {
  test('two people decide at once: one decision counts, the other learns of it', async () => {
    await using host = await testHost({ settings: NO_PATIENCE })
    const target = join(host.home, 'outside.txt')
    const agent = httpAs(host.url, host.token)
    await agent(FILES, { body: write(target) })
    const [card] = await pending(host)
    const decide = (more: object) => personAt(host)(`/api/approvals/${card!.id}/decision`, decision(card!, more))
    const answers = await Promise.all([
      decide({}),
      decide({ decision: 'deny' }),
      decide({}),
      decide({ decision: 'deny' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const winner = answers.find(({ status }) => status === 200)
    const loser = answers.find(({ status }) => status === 409)
    expect(loser?.body).toMatchObject({
      error: { code: 'CONFLICT', details: { approval: { state: winner?.body['state'] } } },
    })
  })

  test('one that was withdrawn cannot be decided any more', async () => {
    await using host = await testHost({ settings: NO_PATIENCE })
    const { id, http } = await addToken(host)
    await http(FILES, { body: write(join(host.home, 'outside.txt')) })
    const [card] = await pending(host)
    await personAt(host)(`/api/tokens/${id}`, { method: 'DELETE' })
    const answer = await personAt(host)(`/api/approvals/${card!.id}/decision`, decision(card!))
    expect(answer).toMatchObject({ status: 410, body: { error: { code: 'APPROVAL_EXPIRED' } } })
  })

  test('a hundred wait in one list, and the next is told to wait', async () => {
    await using host = await testHost({ settings: { limits: { patienceMs: 1, approvalsPerRun: 100 } } })
    const agent = httpAs(host.url, host.token)
    for (let index = 0; index < 100; index += 1) {
      expect((await agent(FILES, { body: write(join(host.home, `${index}.txt`)) })).status).toBe(202)
    }
    const cards = await pending(host)
    expect(new Set(cards.map(({ id }) => id)).size).toBe(100)
    expect((await agent(FILES, { body: write(join(host.home, 'more.txt')) })).status).toBe(429)
    const first = cards.find(({ label }) => label.endsWith(' 0.txt'))
    await personAt(host)(`/api/approvals/${first!.id}/decision`, decision(first!))
    expect((await agent(FILES, { body: write(join(host.home, '0.txt')) })).status).toBe(200)
  }, 60_000)

  test('a login link is good once', async () => {
    await using host = await testHost()
    const code = host.login.split('#')[1]
    const nobody = httpAs(host.url, undefined)
    expect((await nobody('/login', { body: { code } })).status).toBe(200)
    expect((await nobody('/login', { body: { code } })).status).toBe(403)
  })
})

describe('the machine', () => {
  test('its level holds for every client, at once and over a restart', async () => {
    await using host = await testHost()
    const agent = httpAs(host.url, host.token)
    expect((await personAt(host)('/api/level', { body: { level: 'read_only' } })).status).toBe(200)
    expect((await agent(FILES, { body: write('a.txt') })).body).toMatchObject({ error: { code: 'PERMISSION_DENIED' } })
    await host.restart()
    expect((await httpAs(host.url, host.token)(FILES, { body: write('a.txt') })).status).toBe(403)
    await personAt(host)('/api/level', { body: { level: 'full_access', forMs: 60_000 } })
    expect((await personAt(host)('/api/status')).body).toMatchObject({
      level: 'full_access',
      levelUntil: expect.any(Number),
    })
    const after = httpAs(host.url, host.token)
    expect((await after(FILES, { body: write('a.txt') })).status).toBe(200)
    await personAt(host)('/api/level', { body: { level: null } })
    expect((await personAt(host)('/api/level')).body).toMatchObject({ level: null, standing: null })
  })

  test('settings are changed in the file, comments kept, and hold at once', async () => {
    await using host = await testHost({
      before: (dataDirectory) =>
        writeFileSync(join(dataDirectory, 'settings.json'), '{\n  // mine\n  "historyDays": 9\n}\n'),
    })
    const person = personAt(host)
    const change = (body: object) => person('/api/settings', { method: 'PATCH', body })
    expect((await change({ projects: [host.workdir], limits: { readsPerMinute: 1 } })).status).toBe(200)
    const text = readFileSync(join(host.dataDir, 'settings.json'), 'utf8')
    expect(text).toContain('// mine\n  "historyDays": 9')
    const headers = { 'upperhand-workspace': host.workdir }
    const agent = httpAs(host.url, host.token)
    expect((await agent('/api/tools/think', { body: { thoughts: 'x' }, headers })).status).toBe(200)
    expect((await agent('/api/tools/think', { body: { thoughts: 'x' }, headers })).status).toBe(429)
    expect((await change({ port: 1 })).status).toBe(400)
    expect((await change({ workspaces: '/' })).status).toBe(400)
    writeFileSync(join(host.dataDir, 'settings.json'), '{ "prot": 1 }')
    expect((await change({ historyDays: 3 })).status).toBe(409)
    expect(readFileSync(join(host.dataDir, 'settings.json'), 'utf8')).toBe('{ "prot": 1 }')
  })
})

async function names(http: ReturnType<typeof httpAs>): Promise<string[]> {
  return ((await http('/api/tools')).body['tools'] as { name: string }[]).map(({ name }) => name)
}

async function secretOf(host: TestHost, id: string): Promise<string> {
  return String((await personAt(host)(`/api/tokens/${id}/rotate`, { method: 'POST' })).body['secret'])
}

/** A profile of its own beside the stock ones. */
function writeProfile(dataDirectory: string, more: object): void {
  const file = {
    version: 1,
    activeProfile: 'free',
    profiles: [
      {
        id: 'free',
        enabled: true,
        spelling: 'grouped',
        ...more,
        categories: [{ id: 'files', enabled: true, tools: [{ id: 'file_operations', enabled: true }] }],
      },
    ],
  }
  writeFileSync(join(dataDirectory, 'tools.json'), JSON.stringify(file))
}
