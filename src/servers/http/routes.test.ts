import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { HostError } from '../../base/host-error.ts'
import type { CallOutcome } from '../../calls/calls.ts'
import type { ApprovalView } from '../../contract/approvals.ts'
import type { HttpServices } from './app.ts'
import type { CallToolRequest } from './routes/call.ts'
import { type Ask, startServer, stubServices, type TestServer } from './server.fixture.ts'

const asPerson =
  (host: TestServer) =>
  (path: string, ask: Ask = {}) =>
    host.ask(path, { bearer: host.key, ...ask })
const post = (value: unknown): Ask => ({ method: 'POST', body: JSON.stringify(value) })

const card: ApprovalView = {
  id: 'apr_1',
  version: 1,
  kind: 'call',
  state: 'pending',
  digest: 'd',
  runId: 'run_1',
  lineage: ['client', 'run'],
  profile: 'workspace-agent',
  operation: 'filesystem.fs_write',
  title: 'Write file',
  label: 'Writing file: a.txt',
  details: [],
  icon: 'file',
  args: { path: '/tmp/a.txt' },
  cwd: '/work',
  risk: { tier: 'high', reasons: ['outside the working directory'] },
  because: { step: 'default', reason: 'writes outside ask' },
  resources: [],
  preview: { kind: 'arguments' },
  note: null,
  options: ['once'],
  createdAt: 0,
  expiresAt: 1,
  decidedAt: null,
  decidedBy: null,
  scope: null,
  message: null,
  editedArgs: null,
  waiting: 1,
}

const noRules: HttpServices['rules'] = {
  list: () => [],
  revoke: () => {},
  add: () => {
    throw new HostError('INVALID_PARAMETERS', 'no')
  },
  check: () => {
    throw new HostError('INVALID_PARAMETERS', 'no')
  },
  suggestions: () => [],
  explain: async () => ({}),
}

describe('approvals', () => {
  const decided: unknown[] = []
  const approvals: HttpServices['approvals'] = {
    list: (state) => (state === 'denied' ? [] : [card]),
    find: () => card,
    decide: async (id, decision, by) => {
      decided.push({ id, decision, by })
      if (decision.version !== 1)
        throw new HostError('CONFLICT', 'The card has changed.', { details: { approval: card } })
      if (decision.digest === 'expired') throw new HostError('APPROVAL_EXPIRED', 'Nobody answered in time.')
      return { ...card, state: 'approved' }
    },
    edited: async (_id, { editedArgs }) => ({ ...card, args: editedArgs, editedDigest: 'other', verdict: 'ask' }),
    answer: async () => ({ ...card, state: 'answered' }),
    candidates: () => [],
  }

  test('are listed by state and shown by id', async () => {
    await using host = await startServer({ services: { approvals } })
    const ask = asPerson(host)
    expect((await ask('/api/approvals')).json()).toEqual({ approvals: [card] })
    expect((await ask('/api/approvals?state=denied')).json()).toEqual({ approvals: [] })
    expect((await ask('/api/approvals?state=maybe')).status).toBe(400)
    expect((await ask('/api/approvals/apr_1')).json()).toMatchObject({ id: 'apr_1' })
    expect((await ask('/api/approvals/..%2f..%2ftoken')).status).toBe(400)
  })

  test('a decision names the version and digest it saw, and who decided', async () => {
    await using host = await startServer({ services: { approvals } })
    const decide = (value: object) =>
      asPerson(host)('/api/approvals/apr_1/decision', post({ version: 1, digest: 'd', decision: 'approve', ...value }))
    expect((await decide({})).json()).toMatchObject({ state: 'approved' })
    expect(decided.at(-1)).toEqual({
      id: 'apr_1',
      by: 'cli',
      decision: { version: 1, digest: 'd', decision: 'approve', scope: 'once' },
    })
    const stale = await decide({ version: 2 })
    expect(stale.status).toBe(409)
    expect(stale.json()).toMatchObject({ error: { code: 'CONFLICT', details: { approval: { id: 'apr_1' } } } })
    expect((await decide({ digest: 'expired' })).status).toBe(410)
  })

  test.each([
    ['words instead of a decision', { decision: 'yes' }],
    ['an unknown scope', { scope: 'forever' }],
    ['extra keys', { force: true }],
    ['no digest', { digest: undefined }],
  ])('%s: refused before anyone decides', async (_name, change) => {
    await using host = await startServer({ services: { approvals } })
    decided.length = 0
    const body = { version: 1, digest: 'd', decision: 'approve', ...change }
    const reply = await asPerson(host)('/api/approvals/apr_1/decision', post(body))
    expect(reply.status).toBe(400)
    expect(decided).toEqual([])
  })

  test('a question is answered in words', async () => {
    await using host = await startServer({ services: { approvals } })
    const reply = await asPerson(host)('/api/approvals/apr_1/answer', post({ version: 1, text: 'blue' }))
    expect(reply.json()).toMatchObject({ state: 'answered' })
  })

  test('what waits is on the status page, with how to answer', async () => {
    await using host = await startServer({ services: { approvals } })
    const { text } = await asPerson(host)('/')
    expect(text).toContain('<title>(1) upperhand</title>')
    expect(text).toContain('Writing file: a.txt')
    expect(text).toContain('upperhand ask approve apr_1')
  })
})

describe('a call', () => {
  const settled = {
    callId: 'call_1',
    runId: 'run_1',
    operation: 'filesystem.fs_read',
    label: 'Reading file: a',
    durationMs: 5,
    progressEvents: [],
  }
  const outcomes: Record<string, CallOutcome> = {
    good: {
      ...settled,
      status: 'succeeded',
      output: { content: 'hi' },
      text: 'hi',
      isTruncated: false,
      because: { step: 'person', reason: 'r' },
      editedByUser: false,
    },
    bad: { ...settled, status: 'failed', error: new HostError('NOT_FOUND', 'No such file.', { hint: 'Look again.' }) },
    waits: {
      ...settled,
      status: 'pending',
      approvalId: 'apr_1',
      output: { status: 'approval_pending' },
      text: 'Waiting.',
    },
  }

  test('answers in the documented shape, whatever came of it', async () => {
    const requests: CallToolRequest[] = []
    const callTool = async (call: CallToolRequest) => {
      requests.push(call)
      return outcomes[call.name] as CallOutcome
    }
    await using host = await startServer({ services: { callTool } })
    const call = async (value: object) => (await asPerson(host)('/api/call', post(value))).json()
    expect(await call({ name: 'good', args: { path: 'a' }, workdir: '/w', profile: 'everything' })).toMatchObject({
      success: true,
      output: 'hi',
      error: null,
      duration_ms: 5,
      structured: { content: 'hi' },
    })
    expect(requests[0]).toMatchObject({
      args: { path: 'a' },
      workdir: '/w',
      profile: 'everything',
      principal: { kind: 'person' },
    })
    expect(await call({ name: 'bad' })).toMatchObject({
      success: false,
      output: '',
      error: 'No such file.',
      code: 'NOT_FOUND',
      hint: 'Look again.',
    })
    expect(await call({ name: 'waits' })).toMatchObject({ success: false, status: 'pending', approval_id: 'apr_1' })
    expect(await call({ name: 'good', isPerson: true })).toMatchObject({ error: { code: 'INVALID_PARAMETERS' } })
  })

  test('is cancelled when its caller goes away', async () => {
    const started = Promise.withResolvers<void>()
    const cancelled = Promise.withResolvers<void>()
    const callTool = ({ signal }: CallToolRequest): Promise<CallOutcome> => {
      signal.addEventListener('abort', () => cancelled.resolve())
      started.resolve()
      return cancelled.promise.then(() => outcomes['bad'] as CallOutcome)
    }
    await using host = await startServer({ services: { callTool } })
    const headers = { authorization: `Bearer ${host.key}`, 'content-type': 'application/json' }
    const sent = request({ host: '127.0.0.1', port: host.port, path: '/api/call', method: 'POST', headers })
    sent.on('error', () => {})
    sent.end('{"name":"good"}')
    await started.promise
    sent.destroy()
    await cancelled.promise
  })
})

describe('the rest', () => {
  test('history is paged, and exported line by line', async () => {
    const filters: unknown[] = []
    const history: HttpServices['history'] = {
      list: () => [],
      search: (search) => {
        filters.push(search)
        return { calls: [], next: null }
      },
      show: () => {
        throw new HostError('NOT_FOUND', 'There is no such call.')
      },
      verify: () => ({ ok: false, entries: 3, firstBadSeq: 2, reason: 'Entry 2 was changed.' }),
      exportLines: function* () {
        for (let seq = 1; seq <= 20_000; seq += 1) yield JSON.stringify({ seq })
      },
    }
    await using host = await startServer({ services: { history } })
    const ask = asPerson(host)
    const search = '/api/calls?limit=5&before=9&operation=a.b&run=run_1&state=failed&client=c&q=100%25&from=1&to=2'
    expect((await ask(search)).json()).toEqual({ calls: [], next: null })
    expect(filters).toEqual([
      {
        limit: 5,
        before: 9,
        operation: 'a.b',
        runId: 'run_1',
        state: 'failed',
        client: 'c',
        text: '100%',
        from: 1,
        to: 2,
      },
    ])
    expect((await ask('/api/calls?state=maybe')).status).toBe(400)
    expect((await ask('/api/calls?limit=0')).status).toBe(400)
    expect((await ask('/api/calls/call_1')).status).toBe(404)
    expect((await ask('/api/history/verify', { method: 'POST' })).json()).toMatchObject({ ok: false, firstBadSeq: 2 })
    const { text, headers } = await ask('/api/history/export')
    expect(headers['content-type']).toBe('application/x-ndjson')
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).seq),
    ).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1))
  })

  test('tools and profiles are changed by name, and the answer is what is in force now', async () => {
    const seen: unknown[] = []
    const note =
      (name: string) =>
      (...facts: unknown[]): void => {
        seen.push([name, ...facts])
      }
    await using host = await startServer({
      services: {
        profiles: {
          ...stubServices().profiles,
          setTool: note('tool'),
          setCategory: note('category'),
          setPermission: note('permission'),
          setActive: note('active'),
          clone: note('clone'),
          remove: note('remove'),
          importProfile: (...facts) => {
            note('import')(...facts)
            return ['mine']
          },
          exportProfile: (id) => `{"id":"${id}"}`,
        },
      },
    })
    const ask = asPerson(host)
    const toggled = await ask('/api/tools/everything/toggle', post({ tool: 'filesystem.fs_read', enabled: false }))
    expect(toggled.json()).toMatchObject({ id: 'everything', categories: [] })
    await ask('/api/tools/everything/toggle', post({ category: 'shell', enabled: true }))
    await ask('/api/tools/everything/permission', post({ tool: 'think', permission: null }))
    await ask('/api/profiles/active', post({ id: 'read-only' }))
    await ask('/api/profiles/clone', post({ from: 'read-only', id: 'mine', label: 'Mine' }))
    const imported = await ask('/api/profiles/import', post({ text: '// a comment\n{}', as: 'mine' }))
    expect([imported.status, imported.json()]).toEqual([
      201,
      { imported: ['mine'], active: 'read-only', profiles: [], problems: [] },
    ])
    await ask('/api/profiles/mine', { method: 'DELETE' })
    expect(seen).toEqual([
      ['tool', 'everything', 'filesystem.fs_read', false],
      ['category', 'everything', 'shell', true],
      ['permission', 'everything', 'think', null],
      ['active', 'read-only'],
      ['clone', 'read-only', 'mine', 'Mine'],
      ['import', '// a comment\n{}', 'mine'],
      ['remove', 'mine'],
    ])
    const both = await ask('/api/tools/everything/toggle', post({ tool: 'a', category: 'b', enabled: true }))
    expect([both.status, both.text]).toEqual([400, expect.stringContaining('either a tool or a category')])
    expect((await ask('/api/profiles/mine/export')).headers['content-disposition']).toBe(
      'attachment; filename="mine.json"',
    )
    expect((await ask('/api/profiles/a%22b/export')).status).toBe(400)
    expect((await ask('/api/profiles/read-only')).json()).toMatchObject({ id: 'read-only' })
  })

  test('grants and rules can be revoked once', async () => {
    const left = new Set(['grant_1', 'rule_1'])
    const revoke = (id: string) => {
      if (!left.delete(id)) throw new HostError('NOT_FOUND', `There is no ${id}.`)
    }
    await using host = await startServer({
      services: { grants: { list: () => [], revoke }, rules: { ...noRules, revoke } },
    })
    const remove = async (path: string) => (await asPerson(host)(path, { method: 'DELETE' })).status
    expect([await remove('/api/grants/grant_1'), await remove('/api/grants/grant_1')]).toEqual([204, 404])
    expect([await remove('/api/rules/rule_1'), await remove('/api/rules/rule_1')]).toEqual([204, 404])
    expect((await asPerson(host)('/api/rules')).json()).toEqual({ rules: [] })
  })

  test('the host is stopped after the answer, by a person', async () => {
    const stopped = Promise.withResolvers<string>()
    await using host = await startServer({
      services: {
        machine: { ...stubServices().machine, shutdown: stopped.resolve },
      },
    })
    const reply = await asPerson(host)('/api/shutdown', { method: 'POST' })
    expect([reply.status, reply.headers.connection]).toEqual([202, 'close'])
    expect(await stopped.promise).toBe('cli')
  })

  test('metrics are plain numbers', async () => {
    await using host = await startServer({
      services: { counters: () => ({ calls: { succeeded: 2, failed: 1 }, pendingApprovals: 3 }) },
    })
    const { text } = await asPerson(host)('/metrics')
    expect(text).toContain('upperhand_calls_total{state="succeeded"} 2\n')
    expect(text).toContain('upperhand_approvals_pending 3\n')
    expect(text).not.toContain('NaN')
  })

  test('health says only that it is alive', async () => {
    await using host = await startServer()
    expect((await host.ask('/healthz')).text).toBe('{"status":"ok"}')
  })

  test('an unforeseen failure tells the caller nothing and the log everything', async () => {
    await using host = await startServer({
      services: {
        machine: {
          ...stubServices().machine,
          status: () => {
            throw new TypeError('secret detail')
          },
        },
      },
    })
    const reply = await asPerson(host)('/api/status')
    expect(reply.status).toBe(500)
    expect(reply.text).not.toContain('secret detail')
    expect(host.logged.join('')).toContain('secret detail')
  })

  test('two hundred requests at once are all answered', async () => {
    await using host = await startServer()
    const ask = () => host.ask('/mcp', { method: 'POST', bearer: host.token, body: '{}' })
    const replies = await Promise.all(Array.from({ length: 200 }, ask))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  })
})
