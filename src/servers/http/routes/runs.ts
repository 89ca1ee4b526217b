import { Hono } from 'hono'
import { z } from 'zod'
import { HostError } from '../../../base/host-error.ts'
import type { RunView } from '../../../runs/runs.ts'
import { actor, type HttpContext, type HttpEnv, param, query } from '../http-env.ts'
import { recordId } from './ids.ts'

/** Newest first, those that have ended included. */
export type ListRuns = (limit: number) => readonly (RunView & { readonly todos: string | null })[]

const PAGE = 100
const PAGE_MAX = 500

export const runsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE),
  /** Only those that have not ended. */
  live: z.enum(['true', 'false']).default('false'),
})

/** Pausing one run; the others go on. */
export interface RunSwitches {
  readonly pausedRuns: () => readonly string[]
  readonly pauseRun: (runId: string, by: string) => void
  readonly resumeRun: (runId: string, by: string) => void
}

export function runRoutes(list: ListRuns, machine: RunSwitches) {
  const view = (run: ReturnType<ListRuns>[number]) => ({ ...run, isPaused: machine.pausedRuns().includes(run.id) })
  const live = (c: HttpContext): ReturnType<ListRuns>[number] => {
    const id = param(c, 'id', recordId)
    const run = list(PAGE_MAX).find((one) => one.id === id && one.endedAt === null)
    if (run === undefined) throw new HostError('NOT_FOUND', 'There is no such run, or it has ended.')
    return run
  }
  return new Hono<HttpEnv>()
    .get('/', (c) => {
      const { limit, live: isLive } = query(c, runsQuery)
      const runs = isLive === 'true' ? list(PAGE_MAX).filter(({ endedAt }) => endedAt === null) : list(limit)
      return c.json({ runs: runs.slice(0, limit).map(view) })
    })
    .post('/:id/pause', (c) => {
      const run = live(c)
      machine.pauseRun(run.id, actor(c))
      return c.json(view(run))
    })
    .post('/:id/resume', (c) => {
      const run = live(c)
      machine.resumeRun(run.id, actor(c))
      return c.json(view(run))
    })
}
