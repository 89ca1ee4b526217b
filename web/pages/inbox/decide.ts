import type { ApprovalView, Decision } from '../../../src/contract/approvals.ts'
import { PENDING } from '../../app/status.ts'
import { ApiError, api } from '../../data/api.ts'
import { answerOf, put, reload } from '../../data/cache.ts'

export type DecisionDraft = Pick<Decision, 'decision'> & Partial<Omit<Decision, 'version' | 'digest'>>

/** `stale`: it changed since it was looked at, and the fresh card is there. `settled`: somebody or something was quicker. */
export type DecisionOutcome = 'done' | 'stale' | 'settled'

export function approvalPath(id: string): string {
  return `/api/approvals/${encodeURIComponent(id)}`
}

/** Names the version and digest of the card that was looked at, so that nothing else can be approved. */
export async function decide(seen: ApprovalView, draft: DecisionDraft): Promise<DecisionOutcome> {
  const { id, version, digest } = seen
  try {
    const after = await api.post<ApprovalView>(`${approvalPath(id)}/decision`, { version, digest, ...draft })
    settle(after)
    return 'done'
  } catch (cause) {
    return explain(cause, id)
  }
}

export async function answer(seen: ApprovalView, text: string): Promise<DecisionOutcome> {
  try {
    settle(await api.post<ApprovalView>(`${approvalPath(seen.id)}/answer`, { version: seen.version, text }))
    return 'done'
  } catch (cause) {
    return explain(cause, seen.id)
  }
}

function settle(after: ApprovalView): void {
  put(approvalPath(after.id), after)
  const list = answerOf<{ approvals: readonly { id: string }[] }>(PENDING).data
  if (list !== undefined) put(PENDING, { approvals: list.approvals.filter(({ id }) => id !== after.id) })
}

async function explain(cause: unknown, id: string): Promise<DecisionOutcome> {
  if (!(cause instanceof ApiError) || (cause.code !== 'CONFLICT' && cause.code !== 'APPROVAL_EXPIRED')) throw cause
  await reload(approvalPath(id))
  const now = answerOf<ApprovalView>(approvalPath(id)).data
  return now?.state === 'pending' ? 'stale' : 'settled'
}
