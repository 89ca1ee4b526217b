import { useRef, useState } from 'react'
import type { ApprovalSummary } from '../../../src/contract/approvals.ts'

export interface QueueRow {
  readonly approval: ApprovalSummary
  /** It needs nobody any more; it stays so that nothing moves under the pointer. */
  readonly isGone: boolean
}

interface Queue {
  readonly rows: readonly QueueRow[]
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
}

/** Oldest first, new ones at the end. While the pointer is over the list nothing is taken out of it. */
export function useQueue(pending: readonly ApprovalSummary[]): Queue {
  const isOver = useRef(false)
  const shown = useRef<readonly ApprovalSummary[]>([])
  const [, redraw] = useState(0)

  const waiting = new Map(pending.map((approval) => [approval.id, approval]))
  const kept = shown.current.filter(({ id }) => isOver.current || waiting.has(id))
  const known = new Set(kept.map(({ id }) => id))
  const fresh = pending.filter(({ id }) => !known.has(id)).toSorted((a, b) => a.createdAt - b.createdAt)
  shown.current = [...kept, ...fresh].map((approval) => waiting.get(approval.id) ?? approval)

  return {
    rows: shown.current.map((approval) => ({ approval, isGone: !waiting.has(approval.id) })),
    onPointerEnter: () => {
      isOver.current = true
    },
    onPointerLeave: () => {
      isOver.current = false
      redraw((count) => count + 1)
    },
  }
}
