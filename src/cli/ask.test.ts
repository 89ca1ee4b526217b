import { describe, expect, it } from 'vitest'
import { failure, startFakeApi } from '../../test/support/fake-api.ts'
import type { ApprovalView } from '../contract/approvals.ts'

const approval: ApprovalView = {
  id: 'apr_0123456789abcdef0123456789abcdef',
  version: 3,
  kind: 'call',
  state: 'pending',
  digest: 'd1',
  runId: 'run_1',
  lineage: ['claude-code', 'run_1'],
  profile: 'workspace-agent',
  operation: 'file_operations.create_file',
  title: 'Create file',
  label: 'Creating file: x.txt',
  details: ['12 bytes'],
  icon: 'file',
  args: { filePath: '/etc/x.txt', content: 'a\u202eb' },
  cwd: '/work',
  risk: { tier: 'high', reasons: ['It is outside the working directory.'] },
  because: { step: 'default', reason: 'Writing outside asks.' },
  resources: [
    {
      kind: 'path',
      path: '/etc/x.txt',
      given: '../etc/x.txt',
      access: 'write',
      zone: 'outside',
      protection: { class: 'none', reason: null },
      exists: true,
      identity: '1',
    },
  ],
  preview: {
    kind: 'file',
    path: '/etc/x.txt',
    exists: true,
    before: 'one\ntwo\nthree\n',
    after: 'one\n2\u0007\nthree\n',
  },
  note: 'Trust me.\nReally.',
  options: ['once', 'minutes'],
  createdAt: Date.now() - 125_000,
  expiresAt: Date.now() + 600_000,
  decidedAt: null,
  decidedBy: null,
  scope: null,
  message: null,
  editedArgs: null,
  waiting: 1,
}

const DECISION = `POST /api/approvals/${approval.id}/decision`
const routes = {
  'GET /api/approvals?state=pending': { body: { approvals: [approval] } },
  'GET /api/approvals/apr_0123': { body: approval },
  [DECISION]: { body: { ...approval, state: 'approved', scope: 'once' } },
}

describe('ask', () => {
  it('lists what, where, why, who, since when and how risky', async () => {
    await using api = await startFakeApi(routes)
    const { out, code } = await api.run(['ask'])
    expect(code).toBe(0)
    expect(out).toMatch(/apr_01234567 {2}▲ high {2}Creating file: x\.txt/)
    expect(out).toMatch(/what +file_operations\.create_file/)
    expect(out).toMatch(/where +\/etc\/x\.txt \(outside\)/)
    expect(out).toMatch(/why +Writing outside asks\.\n +It is outside the working directory\.\n/)
    expect(out).toMatch(/who +claude-code › run_1/)
    expect(out).toMatch(/since +2m ago, expires in [0-9]+m/)
  })

  it('lists with --all what became of each', async () => {
    const decided = [
      { state: 'denied', decidedBy: 'cli', decidedAt: Date.now() - 61_000, message: 'not there' },
      { state: 'spent', decidedBy: 'console', decidedAt: Date.now() - 305_000, scope: 'run' },
      { state: 'expired', decidedBy: 'clock', decidedAt: Date.now() - 3_600_000 },
    ].map((changes) => ({ ...approval, ...changes }))
    await using api = await startFakeApi({ 'GET /api/approvals': { body: { approvals: [approval, ...decided] } } })
    const { out } = await api.run(['ask', 'ls', '--all'])
    expect(out.match(/state .*/g)).toEqual([
      'state  denied on the command line 1m ago: "not there"',
      'state  approved for this run in the console 5m ago',
      'state  expired, nobody answered 1h ago',
    ])
    expect(out.match(/expires in/g)).toHaveLength(1)
  })

  it('says a reason once', async () => {
    const risk = { tier: 'critical', reasons: ['Writing outside asks.'] }
    await using api = await startFakeApi({
      'GET /api/approvals?state=pending': { body: { approvals: [{ ...approval, risk }] } },
      'GET /api/approvals/apr_0123': { body: { ...approval, risk } },
    })
    expect((await api.run(['ask', 'ls'])).out.match(/Writing outside asks\./g)).toHaveLength(1)
    const { out } = await api.run(['ask', 'show', 'apr_0123'])
    expect(out).toMatch(/\nRisk {7}⛔ critical\nWhy {8}Writing outside asks\.\nWho/)
  })

  it('says when nothing waits', async () => {
    await using api = await startFakeApi({ 'GET /api/approvals?state=pending': { body: { approvals: [] } } })
    expect((await api.run(['ask', 'ls'])).out).toBe('Nothing waits for you.\n')
  })

  it('shows the whole card, with nothing hidden', async () => {
    await using api = await startFakeApi(routes)
    const { out } = await api.run(['ask', 'show', 'apr_0123'])
    expect(out).toMatch(/\nRisk {7}▲ high\nWhy {8}Writing outside asks\.\n {11}It is outside the working directory\.\n/)
    expect(out).toContain('written as ../etc/x.txt')
    expect(out).toContain('"content": "a\\u{202e}b"')
    expect(out).toContain('  > Trust me.\n  > Really.')
    expect(out).toContain('    one\n  - two\n  + 2\\u{7}\n    three\n')
    expect(out).toContain('upperhand ask approve apr_01234567 --for 5m')
    expect(out).not.toContain('--rule')
  })

  it.each([
    ['once', [], { scope: 'once' }],
    ['for a while', ['--for', '30s'], { scope: 'minutes', forMs: 30_000 }],
    ['for the run', ['--run'], { scope: 'run' }],
    ['by rule', ['--rule'], { scope: 'rule' }],
    ['with a word', ['-m', 'careful'], { scope: 'once', message: 'careful' }],
  ])('approves %s, bound to version and digest', async (_what, args, expected) => {
    await using api = await startFakeApi(routes)
    const { code, out } = await api.run(['ask', 'approve', 'apr_0123', ...args])
    expect({ code, out }).toEqual({ code: 0, out: 'Approved once: Creating file: x.txt\n' })
    expect(api.asked.at(-1)?.body).toEqual({ version: 3, digest: 'd1', decision: 'approve', ...expected })
  })

  it('shows the call with other arguments before it counts, and asks', async () => {
    const EDITED = `POST /api/approvals/${approval.id}/edited`
    const edited = { ...approval, label: 'Creating file: y.txt', editedDigest: 'd2', verdict: 'ask' }
    await using api = await startFakeApi({ ...routes, [EDITED]: { body: edited } })
    const args = ['ask', 'approve', 'apr_0123', '--args', '{"a": 1}']
    const asked = await api.run(args)
    expect(asked).toMatchObject({ code: 2, err: expect.stringContaining('This needs a yes') })
    expect(asked.out).toContain('▲ high  Creating file: y.txt')
    expect(api.asked.at(-1)).toMatchObject({ path: EDITED.slice(5), body: { digest: 'd1', editedArgs: { a: 1 } } })
    const { code } = await api.run([...args, '--yes'])
    const decision = { version: 3, digest: 'd1', decision: 'approve', scope: 'once' }
    expect({ code, body: api.asked.at(-1)?.body }).toEqual({
      code: 0,
      body: { ...decision, editedArgs: { a: 1 }, editedDigest: 'd2' },
    })
  })

  it('denies, with a reason', async () => {
    await using api = await startFakeApi(routes)
    await api.run(['ask', 'deny', 'apr_0123', '-m', 'not there'])
    expect(api.asked.at(-1)?.body).toEqual({ version: 3, digest: 'd1', decision: 'deny', message: 'not there' })
  })

  it('answers in words, and never decides by them', async () => {
    const ANSWER = `POST /api/approvals/${approval.id}/answer`
    await using api = await startFakeApi({ ...routes, [ANSWER]: { body: { ...approval, state: 'answered' } } })
    expect((await api.run(['ask', 'answer', 'apr_0123', 'no way'])).out).toBe('Answered: Creating file: x.txt\n')
    expect(api.asked.at(-1)).toMatchObject({ path: ANSWER.slice(5), body: { version: 3, text: 'no way' } })
  })

  it('ends with a conflict when it was decided meanwhile', async () => {
    await using api = await startFakeApi({
      ...routes,
      [DECISION]: { status: 409, body: failure('CONFLICT', 'Already denied.') },
    })
    expect(await api.run(['ask', 'approve', 'apr_0123'])).toMatchObject({ code: 7, err: 'Already denied.\n' })
  })

  it('takes a grant or a rule back by the beginning of its id', async () => {
    const grant = { id: 'grant_aa11', operation: 'a', path: '/x', scope: 'run', expiresAt: null, uses: 1 }
    const rule = { id: 'rule_bb22', operation: 'b', match: {}, effect: 'allow', source: 'approval apr_1', uses: 0 }
    await using api = await startFakeApi({
      'GET /api/grants': { body: { grants: [grant] } },
      'GET /api/rules': { body: { rules: [rule] } },
      'DELETE /api/grants/grant_aa11': { status: 204 },
      'DELETE /api/rules/rule_bb22': { status: 204 },
    })
    expect((await api.run(['ask', 'grants'])).out).toMatch(
      /grant_aa11 {2}this run .* used once\nrule_bb22 +allow rule .* not used yet/,
    )
    expect(await api.run(['ask', 'revoke', 'grant_a'])).toMatchObject({ code: 0, out: 'Taken back: a on /x.\n' })
    expect(await api.run(['ask', 'revoke', 'rule_'])).toMatchObject({ code: 0, out: 'Taken back: b on anything.\n' })
    expect(await api.run(['ask', 'revoke', 'nope'])).toMatchObject({ code: 4 })
  })
})
