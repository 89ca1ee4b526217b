import { Hono } from 'hono'
import { z } from 'zod'
import type { CallView } from '../../../contract/calls.ts'
import type { HostEvent } from '../../../contract/events.ts'
import { type HttpEnv, param, query } from '../http-env.ts'
import { recordId } from './ids.ts'

export interface CallHistory {
  /** Newest first. */
  readonly list: (filter: CallFilter) => readonly CallView[]
  readonly show: (id: string) => { readonly call: CallView; readonly timeline: readonly HostEvent[] }
}

interface CallFilter {
  readonly limit: number
  readonly before?: number | undefined
  readonly operation?: string | undefined
  readonly runId?: string | undefined
}

const PAGE = 50
const PAGE_MAX = 500

const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE),
  before: z.coerce.number().int().min(1).optional(),
  operation: z.string().max(200).optional(),
  run: recordId.optional(),
})

export function callRoutes(history: CallHistory) {
  return new Hono<HttpEnv>()
    .get('/', (c) => {
      const { limit, before, operation, run } = query(c, listQuery)
      const calls = history.list({ limit, before, operation, runId: run })
      // The last one's sequence number asks for the next page; null when this one was not full.
      return c.json({ calls, next: calls.length < limit ? null : (calls.at(-1)?.seq ?? null) })
    })
    .get('/:id', (c) => c.json(history.show(param(c, 'id', recordId))))
}
