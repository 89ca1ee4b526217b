import { expect, test } from 'vitest'
import type { Effect } from '../contract/effects.ts'
import type { Level } from '../contract/levels.ts'
import type { Because, Verdict } from '../contract/policy.ts'
import type { PathResource } from '../contract/resources.ts'
import { decide, type Facts, type Touch } from './decide.ts'

const path = (
  access: PathResource['access'],
  zone: PathResource['zone'],
  protection: PathResource['protection']['class'] = 'none',
): PathResource => ({
  kind: 'path',
  path: `/place/${zone}/${access}`,
  given: access,
  access,
  zone,
  protection: { class: protection, reason: protection === 'none' ? null : `it is ${protection}` },
  exists: true,
  identity: '1:1',
})

/** The seven kinds of thing a call can do, in the order of the tables below. */
const DEEDS: readonly [string, Effect, Touch][] = [
  ['a read inside', 'read', { resource: path('read', 'inside') }],
  ['a read outside', 'read', { resource: path('read', 'outside') }],
  ['a write inside', 'write', { resource: path('write', 'inside') }],
  ['a write outside', 'write', { resource: path('write', 'outside') }],
  ['a deletion', 'destroy', { resource: path('destroy', 'inside') }],
  ['a command', 'execute', { resource: null }],
  ['a network call', 'network', { resource: null }],
]

const facts = (level: Level, effect: Effect, touch: Touch, more: Partial<Facts> = {}): Facts => ({
  operation: 'files.act',
  effect,
  isPerson: false,
  isPaused: false,
  isEnabled: true,
  level,
  paths: 'workspace',
  confirms: 'person',
  permissionSince: 0,
  autoApproves: false,
  isApprovedOnce: false,
  touches: [touch],
  ...more,
})

const rule = (createdAt = 10) => ({ id: 'rule_1', createdAt, message: null })
const grant = (createdAt = 20) => ({ id: 'grant_1', createdAt })

type Situation = [sentence: string, level: Level, verdicts: string, more?: Partial<Facts>, touch?: Partial<Touch>]

/** Columns: read in, read out, write in, write out, delete, command, network. */
const SITUATIONS: readonly Situation[] = [
  ['by default', 'read_only', 'allow ask deny deny deny deny deny'],
  ['by default', 'execute_with_confirm', 'allow ask allow ask ask ask ask'],
  ['by default', 'full_access', 'allow allow allow allow allow allow allow'],

  ['with the tool allowed', 'read_only', 'allow allow deny deny deny deny deny', { permission: 'allowed' }],
  [
    'with the tool allowed',
    'execute_with_confirm',
    'allow allow allow allow allow allow allow',
    { permission: 'allowed' },
  ],
  ['with the tool allowed', 'full_access', 'allow allow allow allow allow allow allow', { permission: 'allowed' }],
  ['with the tool on confirm', 'read_only', 'ask ask deny deny deny deny deny', { permission: 'confirm' }],
  ['with the tool on confirm', 'execute_with_confirm', 'ask ask ask ask ask ask ask', { permission: 'confirm' }],
  ['with the tool on confirm', 'full_access', 'ask ask ask ask ask ask ask', { permission: 'confirm' }],
  ['with the tool blocked', 'read_only', 'deny deny deny deny deny deny deny', { permission: 'blocked' }],
  ['with the tool blocked', 'execute_with_confirm', 'deny deny deny deny deny deny deny', { permission: 'blocked' }],
  ['with the tool blocked', 'full_access', 'deny deny deny deny deny deny deny', { permission: 'blocked' }],

  ['under an allow rule', 'read_only', 'allow allow deny deny deny deny deny', {}, { allowRule: rule() }],
  [
    'under an allow rule',
    'execute_with_confirm',
    'allow allow allow allow allow allow allow',
    {},
    { allowRule: rule() },
  ],
  ['under an ask rule', 'read_only', 'ask ask deny deny deny deny deny', {}, { askRule: rule() }],
  ['under an ask rule', 'full_access', 'ask ask ask ask ask ask ask', {}, { askRule: rule() }],
  ['under a deny rule', 'execute_with_confirm', 'deny deny deny deny deny deny deny', {}, { denyRule: rule() }],
  ['under a deny rule', 'full_access', 'deny deny deny deny deny deny deny', {}, { denyRule: rule() }],
  [
    'under allow and ask rules together',
    'full_access',
    'ask ask ask ask ask ask ask',
    {},
    { allowRule: rule(99), askRule: rule(1) },
  ],
  [
    'under allow, ask and deny rules together',
    'full_access',
    'deny deny deny deny deny deny deny',
    {},
    { allowRule: rule(), askRule: rule(), denyRule: rule() },
  ],

  ['with a grant', 'read_only', 'allow allow deny deny deny deny deny', {}, { grant: grant() }],
  ['with a grant', 'execute_with_confirm', 'allow allow allow allow allow allow allow', {}, { grant: grant() }],
  [
    'with a grant made after an ask rule',
    'execute_with_confirm',
    'allow allow allow allow allow allow allow',
    {},
    { askRule: rule(10), grant: grant(20) },
  ],
  [
    'with a grant made before an ask rule',
    'execute_with_confirm',
    'ask ask ask ask ask ask ask',
    {},
    { askRule: rule(30), grant: grant(20) },
  ],
  [
    'with a grant and a deny rule',
    'full_access',
    'deny deny deny deny deny deny deny',
    {},
    { denyRule: rule(1), grant: grant(99) },
  ],
  [
    'with a grant made after confirm was set',
    'execute_with_confirm',
    'allow allow allow allow allow allow allow',
    { permission: 'confirm', permissionSince: 10 },
    { grant: grant(20) },
  ],
  [
    'with a grant made before confirm was set',
    'execute_with_confirm',
    'ask ask ask ask ask ask ask',
    { permission: 'confirm', permissionSince: 30 },
    { grant: grant(20) },
  ],

  [
    'when a person approved this very call',
    'read_only',
    'allow allow deny deny deny deny deny',
    { isApprovedOnce: true },
  ],
  [
    'when a person approved this very call',
    'execute_with_confirm',
    'allow allow allow allow allow allow allow',
    { isApprovedOnce: true },
  ],
  [
    'when approved once but a deny rule came since',
    'execute_with_confirm',
    'deny deny deny deny deny deny deny',
    { isApprovedOnce: true },
    { denyRule: rule() },
  ],
  [
    'when approved once but paused since',
    'full_access',
    'deny deny deny deny deny deny deny',
    { isApprovedOnce: true, isPaused: true },
  ],
  [
    'when approved once and the tool is on confirm',
    'execute_with_confirm',
    'allow allow allow allow allow allow allow',
    { isApprovedOnce: true, permission: 'confirm' },
  ],

  ['with auto-approve', 'read_only', 'allow allow deny deny deny deny deny', { autoApproves: true }],
  ['with auto-approve', 'execute_with_confirm', 'allow allow allow allow allow allow allow', { autoApproves: true }],
  [
    'with auto-approve and the tool on confirm',
    'execute_with_confirm',
    'ask ask ask ask ask ask ask',
    { autoApproves: true, permission: 'confirm' },
  ],

  ['made by a person', 'read_only', 'allow allow deny deny deny deny deny', { isPerson: true }],
  ['made by a person', 'execute_with_confirm', 'allow allow allow allow allow allow allow', { isPerson: true }],
  [
    'made by a person on a blocked tool',
    'full_access',
    'deny deny deny deny deny deny deny',
    { isPerson: true, permission: 'blocked' },
  ],
  [
    'made by a person under a deny rule',
    'full_access',
    'deny deny deny deny deny deny deny',
    { isPerson: true },
    { denyRule: rule() },
  ],

  ['while paused', 'full_access', 'deny deny deny deny deny deny deny', { isPaused: true }],
  ['with the tool off', 'full_access', 'deny deny deny deny deny deny deny', { isEnabled: false }],

  [
    'when the caller confirms',
    'execute_with_confirm',
    'allow allow allow allow allow allow allow',
    { confirms: 'caller' },
  ],
  [
    'when the caller confirms, but a rule asks',
    'full_access',
    'ask ask ask ask ask ask ask',
    { confirms: 'caller' },
    { askRule: rule() },
  ],
  [
    'when the caller confirms, but a rule denies',
    'full_access',
    'deny deny deny deny deny deny deny',
    { confirms: 'caller' },
    { denyRule: rule() },
  ],
  [
    'when the caller confirms, at the read-only level',
    'read_only',
    'allow allow deny deny deny deny deny',
    { confirms: 'caller' },
  ],

  ['under registered projects', 'execute_with_confirm', 'allow deny allow deny ask ask ask', { paths: 'projects' }],
  ['under registered projects', 'full_access', 'allow deny allow deny allow allow allow', { paths: 'projects' }],
  [
    'under registered projects with a grant',
    'full_access',
    'allow deny allow deny allow allow allow',
    { paths: 'projects' },
    { grant: grant() },
  ],
]

const rows = SITUATIONS.flatMap(([sentence, level, verdicts, more, extra]) =>
  verdicts.split(' ').map((verdict, index) => {
    const [deed, effect, touch] = DEEDS[index]!
    const words: Record<string, string> = { allow: 'runs', ask: 'asks', deny: 'is refused' }
    return [
      `${deed} at ${level} ${sentence} ${words[verdict]}`,
      facts(level, effect, { ...touch, ...extra }, more),
      verdict,
    ] as const
  }),
)

test('the table is large enough to mean something', () => {
  expect(rows.length).toBeGreaterThanOrEqual(300)
  expect(new Set(rows.map(([sentence]) => sentence)).size).toBe(rows.length)
})

test.each(rows)('%s', (_sentence, given, verdict) => {
  expect(decide(given).verdict).toBe(verdict)
})

const inside = path('write', 'inside')
const outside = path('write', 'outside')
const secret = path('read', 'inside', 'critical')
const own = path('read', 'inside', 'floor')

const CASES: readonly [sentence: string, given: Facts, verdict: Verdict, step: Because['step']][] = [
  [
    'the strictest of two files decides',
    facts(
      'execute_with_confirm',
      'write',
      { resource: inside },
      { touches: [{ resource: inside }, { resource: outside }] },
    ),
    'ask',
    'default',
  ],
  [
    'one denied file refuses the whole call',
    facts(
      'full_access',
      'write',
      { resource: inside },
      { touches: [{ resource: inside }, { resource: outside, denyRule: rule() }] },
    ),
    'deny',
    'deny_rule',
  ],
  [
    'a grant for one file does not cover the other',
    facts(
      'execute_with_confirm',
      'write',
      { resource: outside },
      { touches: [{ resource: outside, grant: grant() }, { resource: path('write', 'outside') }] },
    ),
    'ask',
    'default',
  ],
  ['a critical file asks at full access', facts('full_access', 'read', { resource: secret }), 'ask', 'critical'],
  [
    'a critical file asks even with a grant',
    facts('full_access', 'read', { resource: secret, grant: grant() }),
    'ask',
    'critical',
  ],
  [
    'a critical file asks even under an allow rule',
    facts('full_access', 'read', { resource: secret, allowRule: rule() }),
    'ask',
    'critical',
  ],
  [
    'a critical file asks even with the tool allowed',
    facts('full_access', 'read', { resource: secret }, { permission: 'allowed' }),
    'ask',
    'critical',
  ],
  [
    'a critical file asks even with auto-approve',
    facts('full_access', 'read', { resource: secret }, { autoApproves: true }),
    'ask',
    'critical',
  ],
  [
    'a critical file runs once a person approved this very call',
    facts('execute_with_confirm', 'read', { resource: secret }, { isApprovedOnce: true }),
    'allow',
    'approved_once',
  ],
  [
    'a critical file is left to a caller that confirms',
    facts('full_access', 'read', { resource: secret }, { confirms: 'caller' }),
    'allow',
    'caller_confirms',
  ],
  [
    'a person reads a critical file without being asked',
    facts('execute_with_confirm', 'read', { resource: secret }, { isPerson: true }),
    'allow',
    'person',
  ],
  [
    'what belongs to upperhand is refused at full access',
    facts('full_access', 'read', { resource: own }),
    'deny',
    'floor',
  ],
  [
    'what belongs to upperhand is refused despite an approval',
    facts('full_access', 'read', { resource: own }, { isApprovedOnce: true }),
    'deny',
    'floor',
  ],
  [
    'what belongs to upperhand is refused to a caller that confirms',
    facts('full_access', 'read', { resource: own }, { confirms: 'caller' }),
    'deny',
    'floor',
  ],
  [
    'a pause is named before anything else',
    facts('full_access', 'read', { resource: own }, { isPaused: true, isEnabled: false }),
    'deny',
    'paused',
  ],
  [
    'a tool that is off is named before the floor',
    facts('full_access', 'read', { resource: own }, { isEnabled: false }),
    'deny',
    'disabled',
  ],
  [
    'a deny rule is named before a blocked tool',
    facts('full_access', 'write', { resource: inside, denyRule: rule() }, { permission: 'blocked' }),
    'deny',
    'deny_rule',
  ],
  [
    'a command is judged as a command although it names a file inside',
    facts('execute_with_confirm', 'execute', { resource: path('read', 'inside') }),
    'ask',
    'default',
  ],
  [
    'a network call is judged as one although it reads a file inside',
    facts('execute_with_confirm', 'network', { resource: path('read', 'inside') }),
    'ask',
    'default',
  ],
  [
    'a command that names our own files is refused',
    facts('full_access', 'execute', { resource: own }),
    'deny',
    'floor',
  ],
  [
    'a call that touches nothing and only reads runs',
    facts('read_only', 'read', { resource: null }, { touches: [] }),
    'allow',
    'default',
  ],
  [
    'a call that touches nothing and changes state is refused at read-only',
    facts('read_only', 'write', { resource: null }, { touches: [] }),
    'deny',
    'ceiling',
  ],
  [
    'a deletion outside asks',
    facts('execute_with_confirm', 'destroy', { resource: path('destroy', 'outside') }),
    'ask',
    'default',
  ],
  [
    'a grant is named as the reason',
    facts('execute_with_confirm', 'write', { resource: outside, grant: grant() }),
    'allow',
    'grant',
  ],
  [
    'an allow rule is named as the reason',
    facts('execute_with_confirm', 'write', { resource: outside, allowRule: rule() }),
    'allow',
    'allow_rule',
  ],
]

test.each(CASES)('%s', (_sentence, given, verdict, step) => {
  const judgement = decide(given)
  expect(judgement.verdict).toBe(verdict)
  expect(judgement.because.step).toBe(step)
  expect(judgement.because.reason).not.toBe('')
})

test('the trace has one entry per touched thing', () => {
  const touches = [{ resource: inside }, { resource: outside }]
  const { trace } = decide(facts('execute_with_confirm', 'write', { resource: inside }, { touches }))
  expect(trace.map(({ verdict }) => verdict)).toEqual(['allow', 'ask'])
})

test("a rule's message reaches the agent", () => {
  const denyRule = { id: 'rule_9', createdAt: 1, message: 'Open a pull request instead.' }
  expect(decide(facts('full_access', 'write', { resource: inside, denyRule })).because).toMatchObject({
    reason: 'Open a pull request instead.',
    source: 'rule_9',
  })
})
