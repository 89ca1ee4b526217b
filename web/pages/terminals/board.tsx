import { RotateCw, Square } from 'lucide-react'
import type { SessionUsage, SessionView } from '../../../src/contract/terminals.ts'
import { go, Link } from '../../app/router.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip, NameChip } from '../../ui/chip.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago, bytes } from '../../ui/time.tsx'
import { keep, restart, stop } from './actions.ts'
import { isLive, STATE_TONES, stateWords } from './session-words.ts'

export type BoardRow = SessionView & Omit<SessionUsage, 'id'>

/** Everything that runs, whoever started it, with what it costs right now. */
export function Board({ rows }: { readonly rows: readonly BoardRow[] }) {
  const sorted = rows.toSorted((a, b) => Number(isLive(b)) - Number(isLive(a)) || b.startedAt - a.startedAt)
  return (
    <div className="overflow-x-auto p-4">
      <table className="w-full min-w-3xl text-left text-sm">
        <caption className="sr-only">Processes</caption>
        <thead className="text-xs text-muted">
          <tr>
            {['What', 'State', 'Whose', 'Ports', 'CPU', 'Memory', 'Since', ''].map((title) => (
              <th key={title} scope="col" className="px-2 py-2 font-medium whitespace-nowrap">
                {title === '' ? <span className="sr-only">Actions</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ row }: { readonly row: BoardRow }) {
  const live = isLive(row)
  return (
    <tr data-process={row.id} className="border-t border-line align-top whitespace-nowrap">
      <td className="max-w-md px-2 py-2 whitespace-normal">
        <Link href={`/terminals/${row.id}`} className="font-mono text-xs text-accent-ink hover:underline">
          <Foreign className="line-clamp-2">{row.command}</Foreign>
        </Link>
        <span className="mt-1 block text-xs text-muted">
          <Foreign>{row.cwdNow}</Foreign> · pid {row.pid}
        </span>
      </td>
      <td className="px-2 py-2">
        <Chip tone={STATE_TONES[row.state]}>{stateWords(row)}</Chip>
      </td>
      <td className="px-2 py-2">
        <NameChip name={row.owner.label} />
      </td>
      <td className="px-2 py-2 font-mono text-xs">{row.ports.join(', ')}</td>
      <td className="px-2 py-2 tabular-nums">{live ? `${Math.round(row.cpuPercent)} %` : ''}</td>
      <td className="px-2 py-2 tabular-nums">{live ? bytes(row.memoryBytes) : ''}</td>
      <td className="px-2 py-2 text-muted">
        <Ago at={row.startedAt} />
      </td>
      <td className="px-2 py-1">
        <div className="flex justify-end gap-1">
          {live && row.owner.runId !== null && (
            <Button
              size="small"
              kind="quiet"
              onClick={() => void keep(row.id, row.onRunEnd === 'keep' ? 'stop' : 'keep')}
            >
              {row.onRunEnd === 'keep' ? 'Kept' : 'Ends with its run'}
            </Button>
          )}
          {live && (
            <IconButton label={`Stop ${row.command}`} onClick={() => void stop(row.id, {})}>
              <Square className="size-4" aria-hidden="true" />
            </IconButton>
          )}
          <IconButton
            label={`Start again ${row.command}`}
            onClick={() => void restart(row.id).then((made) => made !== null && go(`/terminals/${made.id}`))}
          >
            <RotateCw className="size-4" aria-hidden="true" />
          </IconButton>
        </div>
      </td>
    </tr>
  )
}
