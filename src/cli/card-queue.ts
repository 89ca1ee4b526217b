import type { ApprovalSummary } from '../contract/approvals.ts'
import type { Api } from './api.ts'

export interface QueuedCard {
  readonly approval: ApprovalSummary
  readonly index: number
  readonly count: number
}

/** What waits for the person, oldest first. */
export interface CardQueue {
  /** Asks the daemon again; several calls at once become one. Never throws. */
  readonly refresh: () => void
  /** False until the daemon has answered. */
  readonly isKnown: () => boolean
  /** What it knew may be wrong: the daemon is gone. */
  readonly forget: () => void
  readonly first: () => QueuedCard | undefined
  /** Whether exactly this still waits. */
  readonly has: (approval: ApprovalSummary) => boolean
  /** Puts it aside until `unskip`. */
  readonly skip: (id: string) => void
  readonly unskip: () => void
  readonly skipped: () => number
  /** It was just decided here; the daemon will say so too. */
  readonly drop: (id: string) => void
}

export function createCardQueue(api: Api, onChange: () => void): CardQueue {
  let pending: readonly ApprovalSummary[] = []
  let isKnown = false
  const skipped = new Set<string>()
  const dropped = new Set<string>()
  let isAsking = false
  let isStale = false

  const look = async (): Promise<void> => {
    isAsking = true
    while (isStale) {
      isStale = false
      const answer = await api
        .get<{ approvals: ApprovalSummary[] }>('/api/approvals?state=pending')
        .catch(() => undefined)
      if (answer === undefined) break
      pending = answer.approvals.filter(({ id }) => !dropped.has(id)).toSorted((a, b) => a.createdAt - b.createdAt)
      isKnown = true
      onChange()
    }
    isAsking = false
  }
  const open = () => pending.filter(({ id }) => !skipped.has(id))

  return {
    refresh: () => {
      isStale = true
      if (!isAsking) void look()
    },
    isKnown: () => isKnown,
    forget: () => {
      isKnown = false
      pending = []
    },
    first: () => {
      const [approval] = open()
      return approval && { approval, index: pending.indexOf(approval) + 1, count: pending.length }
    },
    has: ({ id, version, digest }) =>
      pending.some((one) => one.id === id && one.version === version && one.digest === digest),
    skip: (id) => void skipped.add(id),
    unskip: () => skipped.clear(),
    skipped: () => pending.length - open().length,
    drop: (id) => {
      dropped.add(id)
      pending = pending.filter((approval) => approval.id !== id)
    },
  }
}
