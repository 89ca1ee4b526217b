import type { RunView } from '../../../src/runs/runs.ts'
import { api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, NameChip } from '../../ui/chip.tsx'
import { Panel } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago } from '../../ui/time.tsx'
import { sayError } from '../../ui/toast.tsx'

const RUNS = '/api/runs?live=true'

type LiveRun = RunView & { readonly isPaused: boolean }

/** Who is connected right now, and the switch for each. */
export function RunList() {
  const { data } = useLive<{ readonly runs: readonly LiveRun[] }>(RUNS, [
    'run.opened',
    'run.ended',
    'run.paused',
    'run.resumed',
  ])
  if (data === undefined) return <Skeleton rows={2} />
  const runs = data.runs.filter(({ kind }) => kind !== 'person')
  return (
    <Panel title={`Connected now (${runs.length})`}>
      {runs.length === 0 && <p className="px-4 py-6 text-center text-muted">No agent is connected.</p>}
      <ul>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </ul>
    </Panel>
  )
}

function RunRow({
  run: { id, client, clientVersion, profile, workdir, createdAt, isPaused },
}: {
  readonly run: LiveRun
}) {
  const toggle = async () => {
    try {
      await api.post(`/api/runs/${id}/${isPaused ? 'resume' : 'pause'}`)
      await reload(RUNS)
    } catch (cause) {
      sayError(cause)
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 text-sm">
          <NameChip name={`${client} ${clientVersion}`.trim()} />
          {isPaused && <Chip tone="warn">paused</Chip>}
          <span className="text-xs text-muted">profile {profile}</span>
        </p>
        <p className="text-xs text-muted">
          in <Foreign className="font-mono">{workdir}</Foreign> · since <Ago at={createdAt} />
        </p>
      </div>
      <Button
        size="small"
        aria-label={isPaused ? `Let it go on: ${client}` : `Pause ${client}`}
        onClick={() => void toggle()}
      >
        {isPaused ? 'Let it go on' : 'Pause'}
      </Button>
    </li>
  )
}
