import { expect, test } from 'vitest'
import { pathResource } from '../../test/support/decide-facts.ts'
import { newRule } from '../../test/support/new-rule.ts'
import { testStore } from '../../test/support/store.ts'
import { newId } from '../base/ids.ts'
import type { CommandResource } from '../contract/resources.ts'
import type { RuleSubject } from '../contract/rules.ts'
import { createRules } from './rules.ts'

/** Splits at spaces: enough to stand for a parsed command. */
const command = (text: string): CommandResource => {
  const [program = '', ...words] = text.split(' ')
  const flags = words.filter((word) => word.startsWith('-'))
  const [subcommand, ...operands] = words.filter((word) => !word.startsWith('-'))
  return {
    kind: 'command',
    text,
    program,
    subcommand: subcommand === undefined ? [] : [subcommand],
    flags,
    operands,
    extras: [],
    isCertain: true,
    hosts: [],
    effect: 'other',
    protection: { class: 'none', reason: null },
    identity: text,
  }
}

function open() {
  const store = testStore()
  const parts = { ...store, newId, readCommand: (text: string) => text.split(' && ').map(command) }
  return Object.assign(createRules(parts), { store, [Symbol.dispose]: () => store[Symbol.dispose]() })
}

const subject = (operation: string, what: string | null, more: Partial<RuleSubject> = {}): RuleSubject => ({
  operation,
  resource: what === null ? null : what.startsWith('/') ? pathResource(what) : command(what),
  profile: 'p',
  client: 'c',
  runId: 'run_1',
  workdir: '/w/project',
  ...more,
})

const git = (more: object = {}) => ({ match: { command: { program: 'git', subcommand: ['push'], ...more } } })

const MATCHES: readonly [sentence: string, rule: object, subject: RuleSubject, matches: boolean][] = [
  ['a rule without a pattern matches any resource', {}, subject('files.write', '/a/b'), true],
  ['a rule without a pattern matches a call that touches nothing', {}, subject('files.write', null), true],
  ['a path matches exactly', { match: { path: '/a/b' } }, subject('files.write', '/a/b'), true],
  ['a path does not match what is below', { match: { path: '/a/b' } }, subject('files.write', '/a/b/c'), false],
  ['a path does not match a longer name', { match: { path: '/a/b' } }, subject('files.write', '/a/bc'), false],
  ['a subtree matches what is below', { match: { path: '/a/**' } }, subject('files.write', '/a/b/c'), true],
  ['a subtree matches the directory itself', { match: { path: '/a/**' } }, subject('files.write', '/a'), true],
  ['a subtree does not match a neighbour', { match: { path: '/a/**' } }, subject('files.write', '/ab/c'), false],
  ['the whole tree matches everything', { match: { path: '/**' } }, subject('files.write', '/x/y'), true],
  ['a star stays within one name', { match: { path: '/a/*.ts' } }, subject('files.write', '/a/b/c.ts'), false],
  ['a star matches within one name', { match: { path: '/a/*.ts' } }, subject('files.write', '/a/c.ts'), true],
  ['a dot is a dot', { match: { path: '/a/*.ts' } }, subject('files.write', '/a/cxts'), false],
  [
    '** in the middle crosses directories',
    { match: { path: '/a/**/c.ts' } },
    subject('files.write', '/a/x/y/c.ts'),
    true,
  ],
  ['** in the middle also crosses none', { match: { path: '/a/**/c.ts' } }, subject('files.write', '/a/c.ts'), true],
  ['a choice matches each of its names', { match: { path: '/a/*.{ts,js}' } }, subject('files.write', '/a/b.js'), true],
  ['a choice matches nothing else', { match: { path: '/a/*.{ts,js}' } }, subject('files.write', '/a/b.py'), false],
  ['a comma outside a choice is a comma', { match: { path: '/a/x,y' } }, subject('files.write', '/a/x,y'), true],
  ['a path rule does not match a command', { match: { path: '/**' } }, subject('files.write', 'git push'), false],
  [
    'a path rule does not match a call that touches nothing',
    { match: { path: '/a' } },
    subject('files.write', null),
    false,
  ],
  ['another operation does not match', {}, subject('files.read', '/a'), false],
  ['a toolset pattern matches its operations', { operation: 'files.*' }, subject('files.read', '/a'), true],
  ['a toolset pattern does not match another toolset', { operation: 'files.*' }, subject('files2.read', '/a'), false],
  ['a star matches every operation', { operation: '*' }, subject('think', null), true],
  ['a rule of another profile does not match', { where: { profile: 'q' } }, subject('files.write', '/a'), false],
  ['a rule of this profile matches', { where: { profile: 'p' } }, subject('files.write', '/a'), true],
  ['a rule of another client does not match', { where: { client: 'd' } }, subject('files.write', '/a'), false],
  ['a rule of this run matches', { where: { run: 'run_1' } }, subject('files.write', '/a'), true],
  ['a rule of another run does not match', { where: { run: 'run_2' } }, subject('files.write', '/a'), false],
  ['a rule of this project matches', { where: { project: '/w/project' } }, subject('files.write', '/a'), true],
  ['a rule of the directory above matches', { where: { project: '/w' } }, subject('files.write', '/a'), true],
  [
    'a rule of a project with a longer name does not',
    { where: { project: '/w/proj' } },
    subject('files.write', '/a'),
    false,
  ],
  ['a command matches by program and subcommand', git(), subject('files.write', 'git push origin main'), true],
  ['another subcommand does not match', git(), subject('files.write', 'git pull'), false],
  ['another program does not match', git(), subject('files.write', 'gitk push'), false],
  ['a flag that is not named does not ride along', git(), subject('files.write', 'git push --force origin'), false],
  ['a named flag may be there', git({ flags: ['--tags'] }), subject('files.write', 'git push --tags'), true],
  ['a named flag may be missing', git({ flags: ['--tags'] }), subject('files.write', 'git push'), true],
  ['any flag, if the rule says so', git({ flags: '*' }), subject('files.write', 'git push --force'), true],
  [
    'operands can be fixed',
    git({ operands: ['origin', 'main'] }),
    subject('files.write', 'git push origin main'),
    true,
  ],
  [
    'other operands do not match fixed ones',
    git({ operands: ['origin', 'main'] }),
    subject('files.write', 'git push origin dev'),
    false,
  ],
  ['a command rule does not match a path', git(), subject('files.write', '/usr/bin/git'), false],
]

test.each(MATCHES)('%s', (_sentence, given, about, matches) => {
  using rules = open()
  rules.make(newRule(given), 'test')
  expect(rules.match(about).allow !== undefined).toBe(matches)
})

test.each(['relative', '/a/../b', '/a//b', '**', '/a/b**', '/a/{b', '/a/}', '/a/{b/c}', '/a/{b,{c}}', '/a/[bc]'])(
  '%j is no pattern',
  (path) => {
    using rules = open()
    expect(() => rules.make(newRule({ match: { path } }), 'test')).toThrow('is not a pattern for paths')
    expect(rules.list()).toEqual([])
  },
)

test('the newest rule of each effect is found, an expired one is not', () => {
  using rules = open()
  const about = subject('files.write', '/a')
  rules.make(newRule({ effect: 'ask', message: 'old' }), 'test')
  rules.store.clock.advance(1)
  rules.make(newRule({ effect: 'ask', message: 'new' }), 'test')
  rules.make(newRule({ effect: 'deny', expiresAt: rules.store.clock.now() + 10 }), 'test')
  expect(rules.match(about)).toMatchObject({ ask: { message: 'new' }, deny: {} })
  rules.store.clock.advance(10)
  expect(rules.match(about).deny).toBeUndefined()
})

const HOURS: readonly [sentence: string, when: object, hour: number, isInForce: boolean][] = [
  ['within the hours', { from: '09:00', to: '17:00' }, 12, true],
  ['at the first minute', { from: '12:00', to: '17:00' }, 12, true],
  ['at the last minute it is over', { from: '09:00', to: '12:00' }, 12, false],
  ['over midnight, in the evening', { from: '22:00', to: '06:00' }, 23, true],
  ['over midnight, in the morning', { from: '22:00', to: '06:00' }, 3, true],
  ['over midnight, at noon', { from: '22:00', to: '06:00' }, 12, false],
  ['only from a time on', { from: '18:00' }, 12, false],
  ['on this weekday', { days: ['sun'] }, 12, true],
  ['on another weekday', { days: ['mon', 'tue'] }, 12, false],
]

test.each(HOURS)('a rule with hours: %s', (_sentence, when, hour, isInForce) => {
  using rules = open()
  const noon = new Date(2026, 10, 15, hour, 0, 0).getTime()
  rules.store.clock.advance(noon - rules.store.clock.now())
  rules.make(newRule({ when }), 'test')
  expect(rules.match(subject('files.write', '/a')).allow !== undefined).toBe(isInForce)
})

test('a rule whose examples fail is not saved, and says which one', () => {
  using rules = open()
  const path = { match: { path: '/a/*.ts' } }
  const bad = [
    [newRule({ ...path, examples: { match: ['/a/b.js'] } }), 'does not match "/a/b.js"'],
    [newRule({ ...path, examples: { not: ['/a/b.ts'] } }), 'matches "/a/b.ts", which it should not'],
    [newRule({ ...git(), examples: { not: ['ls && git push origin'] } }), 'which it should not'],
    [newRule({ ...git(), examples: { match: ['git push --force'] } }), 'which it should'],
  ] as const
  for (const [rule, words] of bad) expect(() => rules.make(rule, 'test')).toThrow(words)
  expect(rules.list()).toEqual([])
  rules.make(
    newRule({ ...git(), where: { client: 'x' }, examples: { match: ['git push origin'], not: ['git pull'] } }),
    'test',
  )
  expect(rules.list()).toHaveLength(1)
})

test('a rule with a number of uses is spent exactly that often', () => {
  using rules = open()
  const { id } = rules.make(newRule({ maxUses: 2 }), 'test')
  const about = subject('files.write', '/a')
  expect([rules.spend(id), rules.spend(id), rules.spend(id)]).toEqual([true, true, false])
  expect(rules.match(about).allow).toBeUndefined()
})

test('rules and their uses survive a restart, and revoked ones do not come back', () => {
  using rules = open()
  const kept = rules.make(newRule({ match: { path: '/a' } }), 'test')
  const gone = rules.make(newRule({ match: { path: '/b' } }), 'test')
  rules.spend(kept.id)
  rules.revoke(gone.id, 'me')
  rules.close()
  const again = createRules({ ...rules.store.reopen(), clock: rules.store.clock, newId, readCommand: () => [] })
  expect(again.list()).toMatchObject([{ id: kept.id, uses: 1, match: { path: '/a' } }])
  expect(() => again.revoke(gone.id, 'me')).toThrow('There is no rule')
})

test('a rule whose record is undone allows nothing', () => {
  using rules = open()
  expect(() =>
    rules.store.database.transaction(() => {
      rules.make(newRule({}), 'test')
      throw new Error('the disk is full')
    }),
  ).toThrow('full')
  expect(rules.match(subject('files.write', '/a'))).toEqual({})
  expect(rules.list()).toEqual([])
})

test('a person is warned of duplicates, of rules that never count, and of one that matches everything', () => {
  using rules = open()
  const allow = newRule({ match: { path: '/a/b/*' } })
  rules.make(allow, 'test')
  expect(rules.warnings(allow)).toMatchObject([{ kind: 'duplicate' }])
  rules.make(newRule({ effect: 'deny', operation: 'files.*', match: { path: '/a/**' } }), 'test')
  expect(rules.warnings(newRule({ match: { path: '/a/c' } }))).toMatchObject([{ kind: 'shadowed' }])
  expect(rules.warnings(newRule({ match: { path: '/b' } }))).toEqual([])
  expect(rules.warnings(newRule({ operation: '*' }))).toMatchObject([{ kind: 'matches-everything' }])
})

test('ten thousand rules: only those that can match are looked at', () => {
  using rules = open()
  rules.store.database.transaction(() => {
    for (let n = 0; n < 10_000; n += 1) rules.make(newRule({ match: { path: `/other/${n}/**` } }), 'test')
    rules.make(newRule({ match: { path: '/a/**' } }), 'test')
  })
  expect(rules.match(subject('files.write', '/a/b')).allow).toMatchObject({ match: { path: '/a/**' } })
  expect(rules.match(subject('files.write', '/other/77/x')).allow).toMatchObject({ match: { path: '/other/77/**' } })
})
