import type { BackTest, NewRule, RuleCandidate } from '../contract/rules.ts'
import { candidatesFor } from '../rules/candidates.ts'
import { backTest } from './back-test.ts'
import type { PastCall } from './past-calls.ts'

export interface Suggestion {
  readonly label: string
  readonly rules: readonly NewRule[]
  /** How many approvals it would have spared. */
  readonly approvals: number
  readonly backTest: BackTest
}

const ASKED_OFTEN = 3
const SUGGESTIONS = 10

/** What was asked at least three times, always approved, and has one shape: rules that would have spared the asking. */
export function suggestionsFrom(past: readonly PastCall[]): Suggestion[] {
  const asked = past.filter(({ decision, askedAbout }) => decision !== null && askedAbout.length > 0)
  const seen = new Map<string, Suggestion>()
  for (const call of asked) {
    for (const candidate of candidatesOf(call)) {
      const key = JSON.stringify(candidate.rules)
      if (seen.has(key)) continue
      const tested = backTest(candidate.rules, past)
      const isGood = tested.wouldNotHaveAsked >= ASKED_OFTEN && tested.wouldHaveAllowedDenied === 0
      if (isGood) seen.set(key, { ...candidate, approvals: tested.wouldNotHaveAsked, backTest: tested })
    }
  }
  return withoutCovered([...seen.values()]).slice(0, SUGGESTIONS)
}

function candidatesOf({ operation, askedAbout }: PastCall): RuleCandidate[] {
  const [first] = askedAbout
  if (first === undefined) return []
  return candidatesFor({
    operation,
    profile: first.profile,
    cwd: first.workdir,
    resources: askedAbout.flatMap(({ resource }) => resource ?? []),
    risk: { tier: 'medium', reasons: [] },
  })
}

/** The narrowest rule that spares the same asks is the one to offer. Candidates come from narrow to broad. */
function withoutCovered(suggestions: readonly Suggestion[]): Suggestion[] {
  const best: Suggestion[] = []
  for (const one of suggestions.toSorted((a, b) => b.approvals - a.approvals)) {
    const isCovered = best.some(
      (other) =>
        other.rules[0]?.operation === one.rules[0]?.operation &&
        other.approvals >= one.approvals &&
        isBroader(other, one),
    )
    if (!isCovered) best.push(one)
  }
  return best
}

function isBroader(a: Suggestion, b: Suggestion): boolean {
  const place = ({ rules }: Suggestion) =>
    JSON.stringify(rules.map(({ match }) => match.command?.program ?? match.path?.split('*')[0] ?? ''))
  return place(a) === place(b) || place(b).startsWith(place(a).slice(0, -2))
}
