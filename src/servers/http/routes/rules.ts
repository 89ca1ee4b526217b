import { Hono } from 'hono'
import type { RuleView } from '../../../contract/rules.ts'
import { actor, type HttpEnv, param } from '../http-env.ts'
import { recordId } from './ids.ts'

export interface RuleService {
  readonly list: () => readonly RuleView[]
  /** Throws NOT_FOUND when there is none. */
  readonly revoke: (id: string, by: string) => void
}

export function ruleRoutes(rules: RuleService) {
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json({ rules: rules.list() }))
    .delete('/:id', (c) => {
      rules.revoke(param(c, 'id', recordId), actor(c))
      return c.body(null, 204)
    })
}
