import { Activity } from 'lucide-react'
import { Link } from '../../app/router.tsx'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Lane, type LiveRun, RUNS } from './lane.tsx'
import { type LiveCall, useLiveCalls } from './live-calls.ts'

/** One lane a run, those that do something first. */
export default function LivePage() {
  const { data, error } = useLive<{ runs: readonly LiveRun[] }>(RUNS, [
    'run.opened',
    'run.ended',
    'run.paused',
    'run.resumed',
    'todos.changed',
  ])
  const calls = useLiveCalls()
  const lanes = (data?.runs ?? [])
    .map((run) => ({ run, calls: ofRun(calls.values(), run.id) }))
    .toSorted((a, b) => busyness(b.calls) - busyness(a.calls) || newest(b.calls, b.run) - newest(a.calls, a.run))
  return (
    <Page title="Live" about="What every agent does right now.">
      {error !== undefined && <ErrorState error={error} onRetry={() => void reload(RUNS)} />}
      {data === undefined && error === undefined && <Skeleton rows={3} />}
      {data !== undefined && lanes.length === 0 && (
        <EmptyState title="No agent is working." icon={<Activity className="size-8" aria-hidden="true" />}>
          <Link href="/clients" className={buttonClass('primary')}>
            Connect a client
          </Link>
        </EmptyState>
      )}
      {lanes.map(({ run, calls: own }) => (
        <Lane key={run.id} run={run} calls={own} />
      ))}
    </Page>
  )
}

function ofRun(calls: Iterable<LiveCall>, runId: string): LiveCall[] {
  return [...calls].filter((call) => call.runId === runId).toSorted((a, b) => openness(b) - openness(a) || b.at - a.at)
}

function openness({ state }: LiveCall): number {
  return state === 'running' || state === 'waiting' ? 1 : 0
}

function busyness(calls: readonly LiveCall[]): number {
  return calls.some((call) => openness(call) === 1) ? 1 : 0
}

function newest(calls: readonly LiveCall[], { createdAt }: LiveRun): number {
  return calls.reduce((latest, { at }) => Math.max(latest, at), createdAt)
}
