import { Hono } from 'hono'
import { z } from 'zod'
import { CALL_STATES, type CallView } from '../../../contract/calls.ts'
import type { HostEvent } from '../../../contract/events.ts'
import type { CallSearch } from '../../../events/search-calls.ts'
import { type HttpEnv, param, query } from '../http-env.ts'
import { recordId } from './ids.ts'

export interface CallHistory {
  /** Newest first. */
  readonly list: (filter: { readonly limit: number }) => readonly CallView[]
  readonly search: (search: CallSearch) => { readonly calls: readonly CallView[]; readonly next: number | null }
  readonly show: (id: string) => { readonly call: CallView; readonly timeline: readonly HostEvent[] }
}

/** Calls that have not ended. */
export interface OpenCalls {
  readonly list: () => readonly CallView[]
  /** Throws NOT_FOUND when it has ended. */
  readonly stop: (id: string) => void
}

const PAGE = 50
const PAGE_MAX = 500

const number = z.coerce.number().int()

export const callsQuery = z.strictObject({
  limit: number.min(1).max(PAGE_MAX).default(PAGE),
  before: number.min(1).optional(),
  operation: z.string().max(200).optional(),
  run: recordId.optional(),
  state: z.enum(CALL_STATES).optional(),
  client: z.string().min(1).max(200).optional(),
  /** A part of the label or the arguments. */
  q: z.string().min(1).max(200).optional(),
  from: number.min(0).optional(),
  to: number.min(0).optional(),
})

export function callRoutes(history: CallHistory, openCalls: OpenCalls) {
  return new Hono<HttpEnv>()
    .get('/open', (c) => c.json({ calls: openCalls.list() }))
    .post('/:id/stop', (c) => {
      openCalls.stop(param(c, 'id', recordId))
      return c.body(null, 204)
    })
    .get('/', (c) => {
      const { run, q, ...search } = query(c, callsQuery)
      return c.json(history.search({ ...search, runId: run, text: q }))
    })
    .get('/:id', (c) => c.json(history.show(param(c, 'id', recordId))))
}
