import { Hono } from 'hono'
import { z } from 'zod'
import type { RunView } from '../../../runs/runs.ts'
import { type HttpEnv, query } from '../http-env.ts'

/** Newest first, those that have ended included. */
export type ListRuns = (limit: number) => readonly RunView[]

const PAGE = 100
const PAGE_MAX = 500

export const runsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE),
  /** Only those that have not ended. */
  live: z.enum(['true', 'false']).default('false'),
})

export function runRoutes(list: ListRuns) {
  return new Hono<HttpEnv>().get('/', (c) => {
    const { limit, live } = query(c, runsQuery)
    const runs = live === 'true' ? list(PAGE_MAX).filter(({ endedAt }) => endedAt === null) : list(limit)
    return c.json({ runs: runs.slice(0, limit) })
  })
}
