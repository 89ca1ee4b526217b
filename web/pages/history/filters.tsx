import { Search } from 'lucide-react'
import type { RefObject } from 'react'
import type { CallView } from '../../../src/contract/calls.ts'
import type { Filter } from './search.ts'

interface FilterProps {
  readonly filter: Filter
  readonly calls: readonly CallView[]
  readonly boxRef: RefObject<HTMLInputElement | null>
  readonly onChange: (filter: Filter) => void
}

const STATES = ['succeeded', 'failed', 'denied', 'expired', 'cancelled', 'pending', 'unknown']
const TIMES = [
  ['', 'Any time'],
  ['1', 'Last hour'],
  ['24', 'Last day'],
  ['168', 'Last week'],
] as const

/** Facets offer what is there: the clients and operations of what was loaded. */
export function Filters({ filter, calls, boxRef, onChange }: FilterProps) {
  const clients = [...new Set(calls.map(({ client }) => client))].filter((name) => name !== '').sort()
  const operations = [...new Set(calls.map(({ operation }) => operation))].filter((name) => name !== '').sort()
  const set = (change: Partial<Filter>) => onChange({ ...filter, ...change })
  return (
    <div className="flex flex-col gap-2 border-b border-line p-3">
      <div className="relative">
        <Search className="pointer-events-none absolute top-3 left-3 size-4 text-muted" aria-hidden="true" />
        <input
          ref={boxRef}
          type="search"
          aria-label="Search the history"
          placeholder="Search labels and arguments"
          value={filter.q}
          maxLength={200}
          onChange={({ target }) => set({ q: target.value })}
          className="min-h-10 w-full rounded-lg border border-line-strong bg-raised pr-3 pl-9 text-sm"
        />
      </div>
      <div className="flex gap-2 max-sm:flex-wrap">
        <Facet
          label="State"
          value={filter.state}
          all="Any state"
          options={STATES}
          onChange={(state) => set({ state })}
        />
        <Facet
          label="Client"
          value={filter.client}
          all="Any client"
          options={withChosen(clients, filter.client)}
          onChange={(client) => set({ client })}
        />
        <Facet
          label="Operation"
          value={filter.operation}
          all="Any operation"
          options={withChosen(operations, filter.operation)}
          onChange={(operation) => set({ operation })}
        />
        <select
          aria-label="Time"
          value={filter.hours}
          onChange={({ target }) => set({ hours: target.value })}
          className={SELECT}
        >
          {TIMES.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </div>
    </div>
  )
}

const SELECT =
  'min-h-9 min-w-0 grow basis-0 truncate rounded-lg border border-line-strong bg-raised px-2 text-xs max-sm:basis-1/3'

interface FacetProps {
  readonly label: string
  readonly value: string
  readonly all: string
  readonly options: readonly string[]
  readonly onChange: (value: string) => void
}

function Facet({ label, value, all, options, onChange }: FacetProps) {
  return (
    <select aria-label={label} value={value} onChange={({ target }) => onChange(target.value)} className={SELECT}>
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option} value={option}>
          {option}
        </option>
      ))}
    </select>
  )
}

function withChosen(options: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || options.includes(chosen) ? options : [chosen, ...options]
}
