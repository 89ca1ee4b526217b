import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { Link } from '../../app/router.tsx'
import { api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, NameChip } from '../../ui/chip.tsx'
import { Panel } from '../../ui/page.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago } from '../../ui/time.tsx'
import { sayError } from '../../ui/toast.tsx'
import { CallRow } from './call-row.tsx'
import type { LiveCall } from './live-calls.ts'
import { RunTodos } from './run-todos.tsx'

export interface LiveRun {
  readonly id: string
  readonly client: string
  readonly clientVersion: string
  readonly profile: string
  readonly workdir: string
  readonly createdAt: number
  readonly isPaused: boolean
  /** The key of its todos. */
  readonly todos: string | null
}

export const RUNS = '/api/runs?live=true&limit=100'
const SHOWN = 6

export function Lane({ run, calls }: { readonly run: LiveRun; readonly calls: readonly LiveCall[] }) {
  const [isAll, setAll] = useState(false)
  const shown = isAll ? calls : calls.slice(0, SHOWN)
  const isBusy = calls.some(({ state }) => state === 'running' || state === 'waiting')
  return (
    <Panel
      title={
        <span className="flex flex-wrap items-center gap-2">
          <span
            aria-hidden="true"
            className={`size-2.5 rounded-full ${run.isPaused ? 'bg-warn' : isBusy ? 'animate-pulse bg-good' : 'bg-line-strong'}`}
          />
          <NameChip name={`${run.client} ${run.clientVersion}`.trim()} />
          <Chip>{run.profile}</Chip>
          {run.isPaused && <Chip tone="warn">paused</Chip>}
          <span className="text-xs font-normal text-muted">
            <Foreign>{run.workdir}</Foreign> · since <Ago at={run.createdAt} />
          </span>
        </span>
      }
      actions={<PauseRun run={run} />}
    >
      <div className="flex flex-col lg:flex-row">
        <div className="min-w-0 grow">
          {calls.length === 0 && <p className="px-4 py-6 text-sm text-muted">It has called nothing yet.</p>}
          <ol aria-label={`Calls of ${run.client}`} className="flex flex-col divide-y divide-line">
            {shown.map((call) => (
              <CallRow key={call.id} call={call} />
            ))}
          </ol>
          <div className="flex gap-2 px-4 py-2">
            {calls.length > SHOWN && (
              <Button kind="quiet" size="small" onClick={() => setAll(!isAll)}>
                {isAll ? 'Fewer' : `${calls.length - SHOWN} more`}
              </Button>
            )}
            <Link
              href={`/history?client=${encodeURIComponent(run.client)}`}
              className="self-center text-xs text-accent-ink underline"
            >
              Everything it did
            </Link>
          </div>
        </div>
        {run.todos !== null && <RunTodos listKey={run.todos} />}
      </div>
    </Panel>
  )
}

function PauseRun({ run }: { readonly run: LiveRun }) {
  const toggle = async () => {
    try {
      await api.post(`/api/runs/${run.id}/${run.isPaused ? 'resume' : 'pause'}`)
      await reload(RUNS)
    } catch (cause) {
      sayError(cause)
    }
  }
  return (
    <Button size="small" onClick={() => void toggle()}>
      {run.isPaused ? <Play className="size-4" aria-hidden="true" /> : <Pause className="size-4" aria-hidden="true" />}
      {run.isPaused ? 'Let it go on' : 'Pause this run'}
    </Button>
  )
}
