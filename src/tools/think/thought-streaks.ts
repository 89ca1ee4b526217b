import type { Events } from '../../events/events.ts'
import type { CountThoughts } from './think.ts'

const RUNS_REMEMBERED = 1_000

/** Counts thoughts in a row for each run; any other call ends the row. */
export function createThoughtStreaks(events: Events): CountThoughts {
  const streaks = new Map<string, number>()
  events.subscribe(({ type, runId, operation }) => {
    if (type !== 'call.started' || runId === null) return
    const streak = operation === 'think' ? (streaks.get(runId) ?? 0) + 1 : 0
    streaks.delete(runId)
    if (streak > 0) streaks.set(runId, streak)
    const oldest = streaks.keys().next().value
    if (streaks.size > RUNS_REMEMBERED && oldest !== undefined) streaks.delete(oldest)
  })
  return (runId) => streaks.get(runId) ?? 0
}
