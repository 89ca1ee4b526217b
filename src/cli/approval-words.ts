import { type ApprovalState, type ApprovalView, reasonsOf } from '../contract/approvals.ts'
import { RISK_SHAPES, type Risk } from '../contract/effects.ts'
import { type Output, shown, span } from './output.ts'

const COLOURS = { low: 'green', medium: 'yellow', high: 'red', critical: 'red' } as const

export function riskWords(tier: Risk, paint: Output['paint']): string {
  return paint(COLOURS[tier], `${RISK_SHAPES[tier]} ${tier}`)
}

/** Every reason on a line of its own, the rule it comes from behind the first. */
export function reasonLines(approval: Pick<ApprovalView, 'because' | 'risk'>): string[] {
  const { source, rule } = approval.because
  const from = [source, rule].filter((one) => one !== undefined).join(': ')
  return reasonsOf(approval).map((reason, index) => shown(index === 0 && from !== '' ? `${reason} (${from})` : reason))
}

const STATES: Readonly<Record<ApprovalState, string>> = {
  pending: 'waits for you',
  approved: 'approved',
  spent: 'approved',
  answered: 'answered',
  denied: 'denied',
  expired: 'expired, nobody answered',
  withdrawn: 'withdrawn',
}

/** What became of it, by whom and when: `denied on the command line 3m ago: "not there"`. */
export function stateWords({ state, decidedAt, decidedBy, scope, message }: ApprovalView, now: number): string {
  const longer = scope === null ? '' : ` ${scopeWords(scope)}`
  const unused = state === 'approved' ? ', not used yet' : ''
  const by = decidedBy === null ? '' : byWords(decidedBy)
  const when = decidedAt === null ? '' : ` ${span(now - decidedAt)} ago`
  return shown(`${STATES[state]}${longer}${by}${when}${unused}${message === null ? '' : `: "${message}"`}`)
}

function byWords(by: string): string {
  if (by === 'cli') return ' on the command line'
  if (by === 'console') return ' in the console'
  return by === 'clock' || by === 'upperhand' ? '' : ` by ${by}`
}

export function scopeWords(scope: NonNullable<ApprovalView['scope']>): string {
  switch (scope) {
    case 'once':
      return 'once'
    case 'minutes':
      return 'for a while'
    case 'run':
      return 'for this run'
    case 'rule':
      return 'by rule'
  }
}

/** What was just decided, as one line. */
export function outcomeLine({ state, scope, label }: ApprovalView): string {
  if (state === 'denied') return `Denied: ${shown(label)}`
  if (state === 'answered') return `Answered: ${shown(label)}`
  return `Approved ${scopeWords(scope ?? 'once')}: ${shown(label)}`
}
