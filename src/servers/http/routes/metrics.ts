import { type ELDHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { Hono } from 'hono'
import type { HttpEnv } from '../http-env.ts'

export interface Counters {
  /** Calls since the start, by state. */
  readonly calls: Readonly<Record<string, number>>
  readonly pendingApprovals: number
}

const NANOSECONDS = 1e9
/** Coarse, so that an idle daemon is not woken up for its own statistics. */
const RESOLUTION_MS = 100

interface Parts {
  readonly counters: () => Counters
  readonly openStreams: () => number
  readonly loopDelay: ELDHistogram
}

/** Runs until it is disabled. */
export function measureLoopDelay(): ELDHistogram {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  return delay
}

/** Plain text in the form Prometheus reads. */
export function metricsRoute({ counters, openStreams, loopDelay }: Parts) {
  return new Hono<HttpEnv>().get('/', (c) => {
    const { calls, pendingApprovals } = counters()
    const lines = [
      ...metric(
        'upperhand_calls_total',
        'counter',
        Object.entries(calls).map(([state, count]) => [`{state="${state}"}`, count]),
      ),
      ...metric('upperhand_approvals_pending', 'gauge', [['', pendingApprovals]]),
      ...metric('upperhand_event_streams', 'gauge', [['', openStreams()]]),
      ...metric('upperhand_uptime_seconds', 'gauge', [['', process.uptime()]]),
      ...metric('process_resident_memory_bytes', 'gauge', [['', process.memoryUsage.rss()]]),
      ...metric('nodejs_eventloop_lag_seconds', 'gauge', [
        ['{quantile="0.5"}', lag(loopDelay.percentile(50))],
        ['{quantile="0.99"}', lag(loopDelay.percentile(99))],
        ['{quantile="1"}', lag(loopDelay.max)],
      ]),
    ]
    c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
    return c.body(`${lines.join('\n')}\n`)
  })
}

function metric(name: string, type: string, samples: readonly (readonly [string, number])[]): string[] {
  return [`# TYPE ${name} ${type}`, ...samples.map(([labels, value]) => `${name}${labels} ${value}`)]
}

/** The histogram counts from one tick to the next: what is beyond the tick itself was waiting. */
function lag(nanoseconds: number): number {
  return Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1_000)
}
