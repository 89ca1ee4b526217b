import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { failure, startFakeApi } from '../../test/support/fake-api.ts'
import type { BackTest, RuleView } from '../contract/rules.ts'

const rule: RuleView = {
  id: 'rule_aa11bb22cc33',
  effect: 'allow',
  operation: 'file_operations.*',
  match: { path: '/notes/**' },
  where: { profile: 'workspace-agent' },
  when: { days: ['mon', 'tue'], from: '09:00' },
  expiresAt: null,
  maxUses: null,
  message: 'Only notes.',
  examples: { match: [], not: [] },
  source: 'cli',
  createdAt: 1,
  uses: 2,
  lastUsedAt: Date.now() - 65_000,
}
const backTest: BackTest = {
  calls: 200,
  matched: 7,
  wouldNotHaveAsked: 5,
  wouldHaveAllowedDenied: 2,
  wouldHaveDenied: 0,
  wouldHaveAsked: 0,
}
const routes = {
  'GET /api/rules': { body: { rules: [rule, { ...rule, id: 'rule_dd44', match: {}, lastUsedAt: null, uses: 0 }] } },
  'POST /api/rules/check': {
    body: { warnings: [{ kind: 'duplicate', message: 'Rule rule_1 says the same.', by: null }], backTest },
  },
  'POST /api/rules': { status: 201, body: { rule, warnings: [] } },
  'DELETE /api/rules/rule_dd44': { status: 204 },
}

/** A terminal whose person types these lines. */
function typing(...lines: string[]) {
  const readable = new PassThrough()
  readable.end(lines.map((line) => `${line}\n`).join(''))
  const writable = new PassThrough()
  return { isInteractive: true, streams: { readable, writable } }
}

describe('rules', () => {
  it('are listed with what, where, when, how often and from whom', async () => {
    await using api = await startFakeApi(routes)
    const { out } = await api.run(['rules'])
    expect(out).toBe(
      [
        'rule_aa11bb2  allow  file_operations.*  /notes/**',
        '    profile workspace-agent, mon tue, 09:00 to 24:00 · used 2 times, last 1m ago · made by you',
        '    says: Only notes.',
        'rule_dd44  allow  file_operations.*  anything',
        '    profile workspace-agent, mon tue, 09:00 to 24:00 · not used yet · made by you',
        '    says: Only notes.',
        '',
      ].join('\n'),
    )
  })

  it('are removed by the beginning of an id', async () => {
    await using api = await startFakeApi(routes)
    expect(await api.run(['rules', 'rm', 'rule_d'])).toMatchObject({
      code: 0,
      out: 'Removed: allow file_operations.* on anything.\n',
    })
    expect(await api.run(['rules', 'rm', 'rule_'])).toMatchObject({ code: 2 })
    expect(await api.run(['rules', 'rm', 'rule_d', 'nope'])).toMatchObject({ code: 4 })
    expect(api.asked.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('show what they would have changed before they are made', async () => {
    await using api = await startFakeApi(routes)
    const { code, out } = await api.run(['rules', 'add', '--allow', '--path', '/notes/**', '--yes'])
    expect(code).toBe(0)
    expect(out).toMatch(/^Note: Rule rule_1 says the same\.\n/)
    expect(out).toContain(
      'Of the last 200 calls it matches 7: would not have asked for 5, would have let through 2 that you denied.\n',
    )
    expect(out).toMatch(/Made:\nrule_aa11bb2 {2}allow/)
  })

  it('are made only after a yes', async () => {
    await using api = await startFakeApi(routes)
    const add = ['rules', 'add', '--allow', '--path', '/notes/**']
    expect(await api.run(add)).toMatchObject({ code: 2, err: expect.stringMatching(/needs a yes/) })
    expect(await api.run(add, typing('n'))).toMatchObject({ code: 8, err: 'Nothing was changed.\n' })
    expect(await api.run(add, typing())).toMatchObject({ code: 8 })
    expect(api.asked.some(({ path }) => path === '/api/rules')).toBe(false)
    expect(await api.run(add, typing('y'))).toMatchObject({ code: 0 })
    expect(api.asked.at(-1)?.path).toBe('/api/rules')
  })

  it('are what the options say', async () => {
    await using api = await startFakeApi(routes)
    const project = join(api.directory, 'shop')
    mkdirSync(project)
    const words = '--deny --operation shell.* --project shop --client codex --profile mine --days mon,fri --from 09:00'
    const more = '--to 17:30 --for 1h --uses 3 --message No. --example a --example b --not-example c --yes'
    const before = Date.now()
    await api.run(['rules', 'add', ...words.split(' '), ...more.split(' '), '--command', 'git push --tags'])
    const body = api.asked.at(-1)?.body as { expiresAt: number }
    expect(body).toEqual({
      effect: 'deny',
      operation: 'shell.*',
      match: { command: { program: 'git', subcommand: ['push'], flags: ['--tags'], operands: '*', extras: [] } },
      where: { project: realpathSync(project), client: 'codex', profile: 'mine' },
      when: { days: ['mon', 'fri'], from: '09:00', to: '17:30' },
      expiresAt: expect.any(Number),
      maxUses: 3,
      message: 'No.',
      examples: { match: ['a', 'b'], not: ['c'] },
    })
    expect(body.expiresAt - before).toBeGreaterThanOrEqual(3_600_000)
  })

  it.each([
    ['git push', { program: 'git', subcommand: ['push'], flags: [], operands: '*' }],
    ['git push "origin" main', { program: 'git', subcommand: ['push'], flags: [], operands: ['origin', 'main'] }],
    ['npm run build', { program: 'npm', subcommand: ['run', 'build'], flags: [], operands: '*' }],
    ['env A=1 rm -rf dist', { program: 'rm', subcommand: [], flags: ['-f', '-r'], operands: ['dist'] }],
  ])('take the command %s as the gate reads it', async (text, command) => {
    await using api = await startFakeApi(routes)
    await api.run(['rules', 'add', '--ask', '--command', text, '--yes'])
    expect(api.asked.at(-1)?.body).toMatchObject({ match: { command } })
  })

  it.each([
    ['from here', 'notes/*', 'notes/*'],
    ['from home', '~/notes/*', 'notes/*'],
    ['from anywhere', '**/*.md', undefined],
    ['as written', '/etc/*', undefined],
  ])('take paths %s', async (_what, given, below) => {
    await using api = await startFakeApi(routes)
    await api.run(['rules', 'add', '--ask', '--path', given, '--yes'])
    expect(api.asked.at(-1)?.body).toMatchObject({
      match: { path: below === undefined ? given : join(api.directory, below) },
    })
  })

  it.each([
    ['no effect', ['--path', '/x'], /one of --allow, --ask and --deny/],
    ['two effects', ['--allow', '--deny'], /one of --allow, --ask and --deny/],
    ['two matches', ['--allow', '--path', '/x', '--command', 'ls'], /one of --path, --command and --match/],
    ['two commands', ['--allow', '--command', 'a | b'], /is not one command.*\n.*--match/],
    ['a command that is not known before it runs', ['--allow', '--command', '$X y'], /is not one command/],
    ['a day that is none', ['--ask', '--days', 'monday'], /"monday" is not a day/],
    ['a duration that is none', ['--ask', '--for', '3 days'], /"3 days" is not a duration/],
    ['no uses', ['--ask', '--uses', '0'], /whole number from 1/],
    ['a match that is no JSON', ['--ask', '--match', '{'], /--match is not valid JSON/],
  ])('are not made of %s', async (_what, args, reason) => {
    await using api = await startFakeApi(routes)
    const { code, err } = await api.run(['rules', 'add', ...args, '--yes'])
    expect(err).toMatch(reason)
    expect(code).toBe(2)
    expect(api.asked).toEqual([])
  })

  it('that the daemon refuses are not made, and the reason is told', async () => {
    await using api = await startFakeApi({
      'POST /api/rules/check': { status: 400, body: failure('INVALID_PARAMETERS', 'The rule does not match "x".') },
    })
    expect(await api.run(['rules', 'add', '--deny', '--yes'])).toMatchObject({
      code: 2,
      err: 'The rule does not match "x".\n',
    })
  })

  it('explain what would happen to a call', async () => {
    await using api = await startFakeApi({
      'POST /api/rules/explain': {
        body: {
          operation: 'a.b',
          label: 'Moving: x',
          verdict: 'ask',
          because: { step: 'ask_rule', reason: 'A rule asks for it.', source: 'rule_1' },
          trace: [
            { verdict: 'allow', step: 'default', reason: 'It is inside.' },
            { verdict: 'ask', step: 'ask_rule', reason: 'A rule asks for it.', source: 'rule_1' },
          ],
          resources: [
            { kind: 'path', path: '/in' },
            { kind: 'path', path: '/out' },
          ],
        },
      },
    })
    const { code, out } = await api.run(['rules', 'test', 'a.b', 'from=/in', '--client', 'codex'])
    expect(code).toBe(0)
    expect(out).toBe(
      [
        'Moving: x',
        'It would ask you. A rule asks for it. (rule_1)',
        '  runs     /in: It is inside. (default)',
        '  asks     /out: A rule asks for it. (rule_1)',
        '',
      ].join('\n'),
    )
    expect(api.asked.at(-1)?.body).toEqual({
      name: 'a.b',
      args: { from: '/in' },
      workdir: api.directory,
      client: 'codex',
    })
  })

  it('are suggested, and made by number', async () => {
    const suggestion = { label: 'exactly this', rules: [rule], approvals: 5, backTest }
    await using api = await startFakeApi({
      ...routes,
      'GET /api/rules/suggestions': { body: { suggestions: [suggestion] } },
    })
    const { out } = await api.run(['rules', 'suggest'])
    expect(out).toMatch(/^1 {2}exactly this\n {3}allow file_operations\.\* on \/notes\/\*\* \(profile workspace-agent/)
    expect(await api.run(['rules', 'suggest', '--add', '2', '--yes'])).toMatchObject({ code: 4 })
    expect(await api.run(['rules', 'suggest', '--add', '1', '--yes'])).toMatchObject({ code: 0 })
    expect(api.asked.at(-1)).toMatchObject({ method: 'POST', path: '/api/rules', body: { effect: 'allow' } })
  })

  it('are chosen for an approval, which is approved once', async () => {
    const approval = { id: 'apr_1', version: 2, digest: 'd', label: 'Writing', state: 'approved', scope: 'once' }
    const candidates = ['narrow', 'broad'].map((label) => ({ label, rules: [{ ...rule, message: label }], backTest }))
    await using api = await startFakeApi({
      ...routes,
      'GET /api/approvals/apr': { body: approval },
      'GET /api/approvals/apr_1/candidates': { body: { candidates } },
      'POST /api/approvals/apr_1/decision': { body: approval },
    })
    const { code, out } = await api.run(['ask', 'approve', 'apr', '--rule', '2'])
    expect(code).toBe(0)
    expect(out).toMatch(/^Approved once: Writing\nRule rule_aa11bb2: allow file_operations\.\* on \/notes/)
    expect(api.asked.slice(-2)).toMatchObject([
      { path: '/api/approvals/apr_1/decision', body: { version: 2, digest: 'd', decision: 'approve', scope: 'once' } },
      { path: '/api/rules', body: { message: 'broad' } },
    ])
    expect(await api.run(['ask', 'approve', 'apr', '--rule', '3'])).toMatchObject({
      code: 2,
      err: 'There is no rule 3 to choose.\n1: narrow, 2: broad\n',
    })
  })
})
