import type { ApprovalView, GrantView, RuleView } from '../contract/approvals.ts'
import type { Risk } from '../contract/effects.ts'
import { type Output, shown, span, table } from './output.ts'

const SHORT_ID_CHARS = 12

/** Enough of an id to name it; any unique beginning is accepted. */
export function shortId(id: string): string {
  return id.slice(0, SHORT_ID_CHARS)
}

const COLOURS = { low: 'green', medium: 'yellow', high: 'red', critical: 'red' } as const

export function paintRisk(tier: Risk, paint: Output['paint']): string {
  return paint(COLOURS[tier], tier)
}

/** What, where, why, who, since when and how risky: everything to decide whether to look closer. */
export function pendingLines(approvals: readonly ApprovalView[], { paint }: Output, now: number): string[] {
  if (approvals.length === 0) return ['Nothing waits for you.']
  return approvals.flatMap((approval) => [
    `${paint('bold', shortId(approval.id))}  ${paintRisk(approval.risk.tier, paint)}  ${paint('bold', shown(approval.label))}`,
    ...table([
      ['  what', shown(approval.kind === 'question' ? 'a question' : approval.operation)],
      ['  where', where(approval)],
      ['  why', shown(approval.because.reason)],
      ...(approval.risk.reasons.length === 0 ? [] : [['  risk', shown(approval.risk.reasons.join('; '))]]),
      ['  who', shown(approval.lineage.join(' › '))],
      ['  since', `${span(now - approval.createdAt)} ago, expires in ${span(approval.expiresAt - now)}`],
    ]),
  ])
}

function where({ resources, cwd }: ApprovalView): string {
  const paths = resources.map(({ path, zone }) => (zone === 'outside' ? `${path} (outside)` : path))
  return shown(paths.length === 0 ? cwd : paths.join(', '))
}

export function grantLines(grants: readonly GrantView[], rules: readonly RuleView[], now: number): string[] {
  if (grants.length + rules.length === 0) return ['There are no grants and no rules.']
  return table([
    ...grants.map(({ id, operation, path, scope, expiresAt, uses }) => [
      shortId(id),
      scope === 'run' ? 'this run' : `for ${span((expiresAt ?? now) - now)}`,
      operation,
      shown(path ?? 'no file'),
      `used ${uses} times`,
    ]),
    ...rules.map(({ id, effect, operation, path, source }) => [
      shortId(id),
      `${effect} rule`,
      operation,
      shown(path ?? 'anything'),
      shown(source),
    ]),
  ])
}
