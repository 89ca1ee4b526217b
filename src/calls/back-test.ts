import type { BackTest, NewRule, RuleSubject } from '../contract/rules.ts'
import { compileRule } from '../rules/match-rule.ts'
import type { PastCall } from './past-calls.ts'

/** What a set of rules would have changed in past calls, had it been there. */
export function backTest(rules: readonly NewRule[], past: readonly PastCall[]): BackTest {
  const compiled = rules.map((rule) => compileRule({ ...rule, expiresAt: null, maxUses: null }))
  const isMatched = (call: PastCall, subject: RuleSubject) => compiled.some((rule) => rule.matches(subject, call.at))
  const effect = rules[0]?.effect ?? 'allow'
  const result = {
    calls: past.length,
    matched: 0,
    wouldNotHaveAsked: 0,
    wouldHaveAllowedDenied: 0,
    wouldHaveDenied: 0,
    wouldHaveAsked: 0,
  }
  for (const call of past) {
    // An allow rule helps only if it covers everything that was asked about; the strict ones count from the first touch.
    const isHit =
      effect === 'allow'
        ? call.askedAbout.every((subject) => isMatched(call, subject)) && call.askedAbout.length > 0
        : call.touches.some((subject) => isMatched(call, subject))
    if (!isHit) continue
    result.matched += 1
    if (effect === 'allow' && call.decision === 'approved') result.wouldNotHaveAsked += 1
    if (effect === 'allow' && call.decision === 'denied') result.wouldHaveAllowedDenied += 1
    if (effect === 'deny' && call.didRun) result.wouldHaveDenied += 1
    if (effect === 'ask' && call.didRun && call.decision === null) result.wouldHaveAsked += 1
  }
  return result
}
