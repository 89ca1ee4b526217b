import type { Events } from '../events/events.ts'

export interface PausedRuns {
  readonly ids: () => readonly string[]
  readonly pause: (runId: string, by: string) => void
  readonly resume: (runId: string, by: string) => void
}

/** Runs that are refused everything until a person lets them go on. A run ends with the daemon, so nothing is kept. */
export function createPausedRuns(events: Pick<Events, 'note'>): PausedRuns {
  const paused = new Set<string>()
  return {
    ids: () => [...paused],
    pause: (runId, by) => {
      if (paused.has(runId)) return
      paused.add(runId)
      events.note({ type: 'run.paused', runId, body: { by } })
    },
    resume: (runId, by) => {
      if (paused.delete(runId)) events.note({ type: 'run.resumed', runId, body: { by } })
    },
  }
}
