import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { CallView } from '../../../src/contract/calls.ts'
import { Chip, NameChip } from '../../ui/chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Foreign } from '../../ui/text.tsx'
import { Ago, duration } from '../../ui/time.tsx'
import { CallStateChip } from './call-state.tsx'

interface ListProps {
  readonly calls: readonly CallView[]
  readonly selected: string
  readonly hasMore: boolean
  readonly onSelect: (id: string) => void
  readonly onMore: () => void
}

const ROW_PX = 60
const AHEAD = 40

/** Only the rows on the screen exist; the next page is fetched before it is needed. */
export function CallList({ calls, selected, hasMore, onSelect, onMore }: ListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: calls.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  })
  const items = rows.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last > calls.length - AHEAD) onMore()
  }, [hasMore, last, calls.length, onMore])
  return (
    <div
      ref={scroller}
      role="listbox"
      aria-label="Calls"
      tabIndex={0}
      aria-activedescendant={selected === '' ? undefined : `call-${selected}`}
      className="min-h-0 grow overflow-y-auto"
    >
      <div className="relative w-full" style={{ height: `${rows.getTotalSize()}px` }}>
        {items.map(({ index, start }) => {
          const call = calls[index]
          if (call === undefined) return null
          return (
            <Row
              key={call.id}
              call={call}
              top={start}
              at={index}
              count={calls.length}
              isSelected={call.id === selected}
              onSelect={() => onSelect(call.id)}
            />
          )
        })}
      </div>
    </div>
  )
}

interface RowProps {
  readonly call: CallView
  readonly top: number
  readonly at: number
  readonly count: number
  readonly isSelected: boolean
  readonly onSelect: () => void
}

function Row({ call, top, at, count, isSelected, onSelect }: RowProps) {
  const { id, client, isPerson, label, operation, state, durationMs, at: when } = call
  return (
    <div
      id={`call-${id}`}
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-posinset={at + 1}
      aria-setsize={count}
      onClick={onSelect}
      onKeyDown={({ key }) => key === 'Enter' && onSelect()}
      className={classes(
        'absolute inset-x-0 flex cursor-pointer flex-col justify-center gap-1 border-b border-line px-4',
        isSelected ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
      style={{ transform: `translateY(${top}px)`, height: `${ROW_PX}px` }}
    >
      <div className="flex items-center gap-2">
        <span className="min-w-0 grow truncate text-sm font-medium">
          <Foreign>{label || operation}</Foreign>
        </span>
        <CallStateChip state={state} />
      </div>
      <div className="flex items-center gap-2 text-xs text-muted">
        {isPerson ? <Chip tone="accent">you</Chip> : <NameChip name={client} />}
        <span className="truncate font-mono">{operation}</span>
        <span className="ml-auto shrink-0 tabular-nums">
          {durationMs !== null && `${duration(durationMs)} · `}
          <Ago at={when} />
        </span>
      </div>
    </div>
  )
}
