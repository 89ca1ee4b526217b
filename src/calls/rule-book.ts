import type { Approvals } from '../approvals/approvals.ts'
import type { BackTest, NewRule, RuleCandidate, RuleView, RuleWarning } from '../contract/rules.ts'
import { candidatesFor } from '../rules/candidates.ts'
import type { Rules } from '../rules/rules.ts'
import { backTest } from './back-test.ts'
import type { PastCall, PastCalls } from './past-calls.ts'
import { type Suggestion, suggestionsFrom } from './suggestions.ts'

export interface TestedCandidate extends RuleCandidate {
  readonly backTest: BackTest
}

/** Rules as a person works with them: with warnings, and with what they would have changed. */
export interface RuleBook {
  readonly list: () => RuleView[]
  readonly add: (rule: NewRule, by: string) => Promise<{ readonly rule: RuleView; readonly warnings: RuleWarning[] }>
  readonly check: (rule: NewRule, calls?: number) => { readonly warnings: RuleWarning[]; readonly backTest: BackTest }
  readonly revoke: (id: string, by: string) => void
  /** Rules that would have let the call of an approval through, from narrow to broad. */
  readonly candidates: (approvalId: string) => TestedCandidate[]
  readonly suggestions: (calls?: number) => Suggestion[]
}

const LOOKED_BACK = 200

interface Parts {
  readonly rules: Rules
  readonly approvals: Approvals
  readonly past: PastCalls
  readonly loadCommands: () => Promise<void>
}

export function createRuleBook({ rules, approvals, past, loadCommands }: Parts): RuleBook {
  return {
    list: rules.list,
    add: async (rule, by) => {
      // Examples of commands are read by the grammar, which is loaded on first use.
      if (rule.match.command !== undefined) await loadCommands()
      const warnings = rules.warnings(rule)
      return { rule: rules.make(rule, by), warnings }
    },
    check: (rule, calls = LOOKED_BACK) => ({ warnings: rules.warnings(rule), backTest: backTest([rule], past(calls)) }),
    revoke: rules.revoke,
    candidates: (approvalId) => {
      const calls = past(LOOKED_BACK)
      return candidatesFor(approvals.find(approvalId)).map((one) => ({ ...one, backTest: backTest(one.rules, calls) }))
    },
    // What a rule lets through by now needs no other one.
    suggestions: (calls = LOOKED_BACK) => suggestionsFrom(past(calls).filter((call) => !isCovered(call, rules))),
  }
}

function isCovered({ decision, askedAbout }: PastCall, { match }: Rules): boolean {
  return decision === 'approved' && askedAbout.length > 0 && askedAbout.every((one) => match(one).allow !== undefined)
}
