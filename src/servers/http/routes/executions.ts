import { Hono } from 'hono'
import { z } from 'zod'
import type { Principal } from '../../../access/principal.ts'
import { HostError } from '../../../base/host-error.ts'
import type { OwnsRun } from '../event-streams.ts'
import type { Executions } from '../executions.ts'
import { type HttpEnv, param, principalOf, query } from '../http-env.ts'
import { recordId } from './ids.ts'

const PAGE = 50
const PAGE_MAX = 200

export const executionsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(PAGE_MAX).default(PAGE),
  before: z.coerce.number().int().min(1).optional(),
  run: recordId.optional(),
})

/** The same words as for a call that never was. */
function noSuchCall(id: string): HostError {
  return new HostError('NOT_FOUND', `There is no call ${id}.`, { hint: 'List them: upperhand history ls' })
}

/** A person sees all of them, an agent its own. */
export function executionRoutes(executions: Executions, ownsRun: OwnsRun) {
  const mayHear = (principal: Principal, isNamed: boolean) => (runId: string | null) =>
    principal.kind === 'person' || (runId !== null && ownsRun(principal.credential, runId, isNamed))

  return new Hono<HttpEnv>()
    .get('/', (c) => {
      const { run, ...page } = query(c, executionsQuery)
      return c.json(executions.list({ ...page, runId: run, mayHear: mayHear(principalOf(c), run !== undefined) }))
    })
    .get('/:id', (c) => {
      const id = param(c, 'id', recordId)
      const { execution, runId } = executions.show(id)
      if (!mayHear(principalOf(c), true)(runId)) throw noSuchCall(id)
      return c.json(execution)
    })
}
