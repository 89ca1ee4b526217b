import type { ApprovalSummary } from '../../../src/contract/approvals.ts'

interface Seen {
  readonly approved: number
  readonly denied: number
  /** What was last told to the agent with a denial. */
  readonly message: string | null
}

/** Earlier decisions about the same operation with the same words for it. */
export function seenBefore(
  { id, operation, label }: Pick<ApprovalSummary, 'id' | 'operation' | 'label'>,
  all: readonly ApprovalSummary[],
): Seen | null {
  const same = all.filter((one) => one.id !== id && one.operation === operation && one.label === label)
  const denied = same.filter(({ state }) => state === 'denied')
  const approved = same.filter(({ state }) => state === 'approved' || state === 'spent')
  if (denied.length + approved.length === 0) return null
  const told = denied
    .toSorted((a, b) => (b.decidedAt ?? 0) - (a.decidedAt ?? 0))
    .find(({ message }) => message !== null)
  return { approved: approved.length, denied: denied.length, message: told?.message ?? null }
}
