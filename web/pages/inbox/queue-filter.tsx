import { RISKS } from '../../../src/contract/effects.ts'
import type { QueueRow } from './queue-order.ts'

export interface QueueFilter {
  readonly client: string
  readonly risk: string
}

interface FilterProps {
  readonly rows: readonly QueueRow[]
  readonly filter: QueueFilter
  readonly onChange: (filter: QueueFilter) => void
}

const SELECT =
  'min-h-9 min-w-0 grow basis-0 rounded-lg border border-line-strong bg-raised px-2 text-xs max-sm:min-h-11'
/** With a few requests there is nothing to filter. */
const WORTH_FILTERING = 4

export function isShown({ approval: { lineage, risk } }: QueueRow, { client, risk: tier }: QueueFilter): boolean {
  return (client === '' || lineage[0] === client) && (tier === '' || risk.tier === tier)
}

export function QueueFilters({ rows, filter, onChange }: FilterProps) {
  if (rows.length < WORTH_FILTERING && filter.client === '' && filter.risk === '') return null
  const clients = [...new Set(rows.map(({ approval }) => approval.lineage[0] ?? ''))]
    .filter((name) => name !== '')
    .sort()
  return (
    <div className="flex gap-2 border-b border-line px-3 py-2">
      <select
        aria-label="Requests of"
        value={filter.client}
        onChange={({ target }) => onChange({ ...filter, client: target.value })}
        className={SELECT}
      >
        <option value="">Any client</option>
        {clients.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Risk"
        value={filter.risk}
        onChange={({ target }) => onChange({ ...filter, risk: target.value })}
        className={SELECT}
      >
        <option value="">Any risk</option>
        {RISKS.map((tier) => (
          <option key={tier} value={tier}>
            {tier}
          </option>
        ))}
      </select>
    </div>
  )
}
