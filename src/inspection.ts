import type { Clock } from './base/clock.ts'
import type { Limits } from './base/limits.ts'
import type { Environment } from './config/data-directory.ts'
import type { Events } from './events/events.ts'
import { createSearch, type Search } from './search/search.ts'

interface Parts {
  readonly limits: Limits
  readonly clock: Clock
  readonly env: Environment
  readonly events: Events
}

/** Looking through a tree without changing it. */
export interface Inspection {
  readonly search: Search
}

export function createInspection({ limits, clock, env, events }: Parts): Inspection {
  const search = createSearch({ limits, clock, env })
  events.subscribe(({ type, runId }) => {
    if (type === 'run.ended' && runId !== null) search.endRun(runId)
  })
  return { search }
}
