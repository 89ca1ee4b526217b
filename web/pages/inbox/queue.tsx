import type { RefObject } from 'react'
import { RISK_SHAPES } from '../../../src/contract/effects.ts'
import { NameChip } from '../../ui/chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Foreign } from '../../ui/text.tsx'
import { Ago } from '../../ui/time.tsx'
import { isBatchable } from './batch.ts'
import type { QueueRow } from './queue-order.ts'

interface QueueProps {
  readonly rows: readonly QueueRow[]
  readonly selected: string | null
  readonly marked: ReadonlySet<string>
  readonly listRef: RefObject<HTMLDivElement | null>
  readonly onSelect: (id: string) => void
  readonly onMark: (id: string) => void
  readonly onPointerEnter: () => void
  readonly onPointerLeave: () => void
}

const TONES = { low: 'text-muted', medium: 'text-warn', high: 'text-high', critical: 'text-bad' } as const

/** One stop for the Tab key; j and k, or the arrows, move within. */
export function QueueList({
  rows,
  selected,
  marked,
  listRef,
  onSelect,
  onMark,
  onPointerEnter,
  onPointerLeave,
}: QueueProps) {
  return (
    <div
      ref={listRef}
      role="listbox"
      aria-label="Requests"
      tabIndex={0}
      aria-activedescendant={selected === null ? undefined : `row-${selected}`}
      onPointerEnter={onPointerEnter}
      onPointerLeave={onPointerLeave}
      className="flex flex-col"
    >
      {rows.map(({ approval: { id, label, title, lineage, risk, createdAt, operation, kind }, isGone }) => (
        <div
          key={id}
          id={`row-${id}`}
          role="option"
          tabIndex={-1}
          aria-selected={id === selected}
          onClick={() => onSelect(id)}
          onKeyDown={({ key }) => key === 'Enter' && onSelect(id)}
          className={classes(
            'flex min-h-16 cursor-pointer gap-3 border-b border-line px-3 py-2.5 text-left',
            id === selected ? 'bg-accent-soft' : 'hover:bg-sunken',
            isGone && 'opacity-50',
          )}
        >
          <span
            aria-hidden="true"
            className={classes('w-5 shrink-0 pt-0.5 text-center text-base leading-5', TONES[risk.tier])}
          >
            {RISK_SHAPES[risk.tier]}
          </span>
          <span className="min-w-0 grow">
            <span className="flex items-baseline gap-2">
              <span className="grow truncate text-sm font-medium">{title}</span>
              <Ago at={createdAt} className="shrink-0 text-xs text-muted" />
            </span>
            <span className="block truncate font-mono text-xs text-muted">
              <Foreign>{label}</Foreign>
            </span>
            <span className="mt-1 flex items-center gap-2 text-xs">
              <NameChip name={lineage[0] ?? ''} />
              <span className="sr-only">{risk.tier} risk, </span>
              {isGone ? <span>settled</span> : <span className="truncate text-muted">{operation}</span>}
            </span>
          </span>
          {isBatchable(risk.tier) && kind === 'call' && !isGone && (
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={`Select for a batch: ${title}`}
              checked={marked.has(id)}
              onClick={(event) => event.stopPropagation()}
              onChange={() => onMark(id)}
              className="mt-1 size-4 shrink-0 accent-(--accent)"
            />
          )}
        </div>
      ))}
    </div>
  )
}
