import { Hono } from 'hono'
import type { GrantView } from '../../../contract/approvals.ts'
import { actor, type HttpEnv, param } from '../http-env.ts'
import { recordId } from './ids.ts'

export interface GrantService {
  readonly list: () => readonly GrantView[]
  /** Throws NOT_FOUND when there is none. */
  readonly revoke: (id: string, by: string) => void
}

export function grantRoutes(grants: GrantService) {
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json({ grants: grants.list() }))
    .delete('/:id', (c) => {
      grants.revoke(param(c, 'id', recordId), actor(c))
      return c.body(null, 204)
    })
}
