import type { ApprovalSummary } from '../../../src/contract/approvals.ts'
import type { Risk } from '../../../src/contract/effects.ts'

export function isBatchable(risk: Risk): boolean {
  return risk === 'low' || risk === 'medium'
}

/** Why these cannot be decided together; null when they can: the same operation, the same risk, low or medium. */
export function whyNoBatch(approvals: readonly ApprovalSummary[]): string | null {
  const [first] = approvals
  if (first === undefined) return 'Nothing is selected.'
  if (!approvals.every(({ risk }) => isBatchable(risk.tier))) return 'High and critical risk are decided one by one.'
  if (approvals.some(({ kind }) => kind === 'question')) return 'Questions are answered one by one.'
  if (approvals.some(({ operation }) => operation !== first.operation))
    return 'Only requests of the same operation can be decided together.'
  if (approvals.some(({ risk }) => risk.tier !== first.risk.tier))
    return 'Only requests of the same risk can be decided together.'
  return null
}
