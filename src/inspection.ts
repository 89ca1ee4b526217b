import type { Clock } from './base/clock.ts'
import type { Limits } from './base/limits.ts'
import type { Environment } from './config/data-directory.ts'
import type { Settings } from './config/resolve-settings.ts'
import { createDiagnostics, type Diagnostics } from './diagnostics/diagnostics.ts'
import type { Events } from './events/events.ts'
import { createSearch, type Search } from './search/search.ts'

interface Parts {
  readonly limits: Limits
  readonly clock: Clock
  readonly env: Environment
  readonly events: Events
  readonly settings: () => Pick<Settings, 'checkers'>
}

/** Looking through a tree without changing it. */
export interface Inspection {
  readonly search: Search
  readonly diagnostics: Diagnostics
}

export function createInspection({ limits, clock, env, events, settings }: Parts): Inspection {
  const search = createSearch({ limits, clock, env })
  events.subscribe(({ type, runId }) => {
    if (type === 'run.ended' && runId !== null) search.endRun(runId)
  })
  const diagnostics = createDiagnostics({
    env,
    declared: () => settings().checkers,
    now: clock.now,
    timeMs: () => limits.checkMs,
  })
  return { search, diagnostics }
}
