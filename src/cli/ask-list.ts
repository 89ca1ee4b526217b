import type { ApprovalView, GrantView } from '../contract/approvals.ts'
import type { RuleView } from '../contract/rules.ts'
import { aboutWhat } from '../rules/rule-text.ts'
import { reasonLines, riskWords, stateWords } from './approval-words.ts'
import { type Output, shown, span, table, times } from './output.ts'

const SHORT_ID_CHARS = 12

/** Enough of an id to name it; any unique beginning is accepted. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_CHARS)
}

/** What, where, why, who, since when and how risky: everything to decide whether to look closer. */
export function approvalLines(approvals: readonly ApprovalView[], { paint }: Output, now: number): string[] {
  if (approvals.length === 0) return ['Nothing waits for you.']
  return approvals.flatMap((approval) => [
    `${paint('bold', shortId(approval.id))}  ${riskWords(approval.risk.tier, paint)}  ${paint('bold', shown(approval.label))}`,
    ...table([
      ['  what', shown(approval.kind === 'question' ? 'a question' : approval.operation)],
      ['  where', where(approval)],
      ...reasonLines(approval).map((reason, index) => [index === 0 ? '  why' : '', reason]),
      ['  who', shown(approval.lineage.join(' › '))],
      ['  since', `${span(now - approval.createdAt)} ago${expiry(approval, now)}`],
      ...(approval.state === 'pending' ? [] : [['  state', stateWords(approval, now)]]),
    ]),
  ])
}

function expiry({ state, expiresAt }: ApprovalView, now: number): string {
  return state === 'pending' ? `, expires in ${span(expiresAt - now)}` : ''
}

function where({ resources, cwd }: ApprovalView): string {
  const places = resources.map((resource) => {
    if (resource.kind === 'command') return `${resource.text} in ${cwd}`
    if (resource.kind === 'url') return resource.url
    return resource.zone === 'outside' ? `${resource.path} (outside)` : resource.path
  })
  return shown(places.length === 0 ? cwd : places.join(', '))
}

export function grantLines(grants: readonly GrantView[], rules: readonly RuleView[], now: number): string[] {
  if (grants.length + rules.length === 0) return ['There are no grants and no rules.']
  return table([
    ...grants.map(({ id, operation, path, scope, expiresAt, uses }) => [
      shortId(id),
      scope === 'run' ? 'this run' : `for ${span((expiresAt ?? now) - now)}`,
      operation,
      shown(path ?? 'no file'),
      times(uses),
    ]),
    ...rules.map((rule) => [
      shortId(rule.id),
      `${rule.effect} rule`,
      rule.operation,
      shown(aboutWhat(rule)),
      times(rule.uses),
    ]),
  ])
}
