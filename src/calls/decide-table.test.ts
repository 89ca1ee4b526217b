import { expect, test } from 'vitest'
import { facts, grant, path, rule } from '../../test/support/decide-facts.ts'
import type { Effect } from '../contract/effects.ts'
import type { Level } from '../contract/levels.ts'
import { decide, type Facts, type Touch } from './decide.ts'

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
