import { Inbox } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ApprovalSummary } from '../../../src/contract/approvals.ts'
import { useKeys } from '../../app/keys.ts'
import { go, useAddress } from '../../app/router.tsx'
import { usePending } from '../../app/status.ts'
import { reload } from '../../data/cache.ts'
import { classes } from '../../ui/classes.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { BatchBar } from './batch-bar.tsx'
import { CardPanel } from './card-panel.tsx'
import { Decided } from './decided.tsx'
import { FirstSteps } from './first-steps.tsx'
import { QueueList } from './queue.tsx'
import { isShown, QueueFilters } from './queue-filter.tsx'
import { useQueue } from './queue-order.ts'
import { Quiet } from './quiet.tsx'
import { Suggestions } from './suggestions.tsx'

const NONE: readonly ApprovalSummary[] = []

/** The queue and the card. What arrives is added at the end; it never takes the place of what somebody looks at. */
export default function InboxPage() {
  const { data, error } = usePending()
  const { hash } = useAddress()
  const { rows: all, ...pointer } = useQueue(data?.approvals ?? NONE)
  const [filter, setFilter] = useState({ client: '', risk: '' })
  const rows = all.filter((row) => isShown(row, filter))
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLDivElement>(null)
  const waiting = rows.filter(({ isGone }) => !isGone).map(({ approval }) => approval)
  const first = waiting[0]?.id ?? null
  /** What was chosen, or looked at first, stays. */
  const looked = useRef<string | null>(null)
  if (hash !== '') looked.current = hash
  else if (looked.current === null || !rows.some(({ approval }) => approval.id === looked.current))
    looked.current = first
  const selected = looked.current

  const select = (id: string) => go(`/#${id}`, { replace: hash !== '' })
  const move = (step: number) => {
    const at = waiting.findIndex(({ id }) => id === selected)
    const next = waiting[Math.min(waiting.length - 1, Math.max(0, at + step))]
    if (next === undefined) return
    select(next.id)
    list.current?.focus()
    document.getElementById(`row-${next.id}`)?.scrollIntoView({ block: 'nearest' })
  }
  const mark = (id: string) => {
    const next = new Set(marked)
    if (!next.delete(id)) next.add(id)
    setMarked(next)
  }
  const decided = () => {
    const at = waiting.findIndex(({ id }) => id === selected)
    const next = waiting[at + 1] ?? waiting[at - 1]
    looked.current = null
    go(next === undefined ? '/' : `/#${next.id}`, { replace: true })
    list.current?.focus()
  }
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    n: () => move(1),
    ArrowDown: () => document.activeElement === list.current && move(1),
    ArrowUp: () => document.activeElement === list.current && move(-1),
    x: () => selected !== null && document.activeElement !== document.body && mark(selected),
    Escape: () => hash !== '' && go('/'),
  })

  if (data === undefined) {
    if (error === undefined) return <Skeleton />
    return <ErrorState error={error} onRetry={() => void reload('/api/approvals?state=pending')} />
  }
  const batch = waiting.filter(({ id }) => marked.has(id))
  const at = waiting.findIndex(({ id }) => id === selected)
  const isEmpty = all.length === 0 && hash === ''
  return (
    <div data-inbox="" className="flex min-h-full flex-col lg:h-full">
      <h1 className="sr-only">Inbox</h1>
      <Suggestions />
      {isEmpty ? (
        <EmptyState title="Nothing needs you." icon={<Inbox className="size-10" aria-hidden="true" />}>
          <Quiet />
          <FirstSteps />
          <Decided />
        </EmptyState>
      ) : (
        <div className="flex min-h-0 grow">
          <div
            className={classes(
              'w-full shrink-0 border-line bg-surface lg:w-96 lg:overflow-y-auto lg:border-r',
              hash !== '' && 'max-lg:hidden',
            )}
          >
            <p className="border-b border-line px-4 py-3 text-sm font-semibold">{waiting.length} waiting</p>
            <QueueFilters rows={all} filter={filter} onChange={setFilter} />
            <BatchBar approvals={batch} onDone={() => setMarked(new Set())} />
            <QueueList
              rows={rows}
              selected={selected}
              marked={marked}
              listRef={list}
              onSelect={select}
              onMark={mark}
              {...pointer}
            />
            <Decided />
          </div>
          <div className={classes('min-w-0 grow lg:overflow-y-auto', hash === '' && 'max-lg:hidden')}>
            {selected !== null && (
              <CardPanel
                id={selected}
                position={at === -1 ? `${waiting.length} waiting` : `${at + 1} of ${waiting.length}`}
                onBack={() => go('/')}
                onDecided={decided}
              />
            )}
          </div>
        </div>
      )}
    </div>
  )
}
