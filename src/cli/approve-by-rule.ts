import { HostError } from '../base/host-error.ts'
import type { ApprovalView } from '../contract/approvals.ts'
import type { BackTest, RuleCandidate, RuleView } from '../contract/rules.ts'
import type { Api } from './api.ts'
import { shortId } from './ask-list.ts'
import { type Output, shown } from './output.ts'
import { backTestLine } from './rule-lines.ts'
import { ruleSentence } from './rule-words.ts'

export interface Candidate extends RuleCandidate {
  readonly backTest: BackTest
}

/** Rules that would have let this call through, from narrow to broad. */
export async function candidatesFor(api: Api, { id }: ApprovalView): Promise<readonly Candidate[]> {
  return (await api.get<{ candidates: Candidate[] }>(`/api/approvals/${id}/candidates`)).candidates
}

export function candidateLines(candidates: readonly Candidate[], { paint }: Pick<Output, 'paint'>): string[] {
  return candidates.flatMap(({ label, rules, backTest }, index) => [
    `${paint('bold', `${index + 1}`)}  ${shown(label)}`,
    ...rules.map((rule) => `   ${shown(ruleSentence(rule))}`),
    `   ${backTestLine(backTest)}`,
  ])
}

export function pickCandidate(candidates: readonly Candidate[], given: string): Candidate {
  const chosen = /^\d{1,2}$/.test(given) ? candidates[Number(given) - 1] : undefined
  if (chosen !== undefined) return chosen
  throw new HostError('INVALID_PARAMETERS', `There is no rule ${given} to choose.`, {
    hint:
      candidates.length === 0
        ? 'No rule can cover this call.'
        : candidates.map(({ label }, index) => `${index + 1}: ${label}`).join(', '),
  })
}

export function madeLines(rules: readonly RuleView[]): string[] {
  return rules.map((rule) => shown(`Rule ${shortId(rule.id)}: ${ruleSentence(rule)}`))
}

export interface Ruled {
  readonly approval: ApprovalView
  readonly rules: readonly RuleView[]
}

/** Approves this call, then makes the rules for those that follow. */
export async function approveByRule(
  api: Api,
  { id, version, digest }: ApprovalView,
  candidate: Candidate,
  message?: string,
): Promise<Ruled> {
  const approval = await api.post<ApprovalView>(`/api/approvals/${id}/decision`, {
    version,
    digest,
    decision: 'approve',
    scope: 'once',
    ...(message === undefined ? {} : { message }),
  })
  const rules: RuleView[] = []
  for (const rule of candidate.rules) rules.push((await api.post<{ rule: RuleView }>('/api/rules', rule)).rule)
  return { approval, rules }
}
