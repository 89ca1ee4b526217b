import { expect, test } from 'vitest'
import { facts, grant, path, rule } from '../../test/support/decide-facts.ts'
import type { Because, Verdict } from '../contract/policy.ts'
import { decide, type Facts } from './decide.ts'

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
  const denyRule = { id: 'rule_9', createdAt: 1, message: 'Open a pull request instead.', text: 'deny * on anything' }
  expect(decide(facts('full_access', 'write', { resource: inside, denyRule })).because).toMatchObject({
    reason: 'Open a pull request instead.',
    source: 'rule_9',
    rule: 'deny * on anything',
  })
})
