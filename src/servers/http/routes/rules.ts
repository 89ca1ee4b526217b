import { Hono } from 'hono'
import { z } from 'zod'
import { type BackTest, type NewRule, newRuleSchema, type RuleView, type RuleWarning } from '../../../contract/rules.ts'
import { actor, body, type HttpEnv, param, query } from '../http-env.ts'
import { recordId } from './ids.ts'

export interface RuleService {
  readonly list: () => readonly RuleView[]
  /** Throws INVALID_PARAMETERS for a rule that cannot be understood or whose examples fail; nothing is saved then. */
  readonly add: (
    rule: NewRule,
    by: string,
  ) => Promise<{ readonly rule: RuleView; readonly warnings: readonly RuleWarning[] }>
  readonly check: (
    rule: NewRule,
    calls?: number,
  ) => { readonly warnings: readonly RuleWarning[]; readonly backTest: BackTest }
  /** Throws NOT_FOUND when there is none. */
  readonly revoke: (id: string, by: string) => void
  readonly suggestions: (calls?: number) => readonly object[]
  readonly explain: (call: ExplainedCall, by: string) => Promise<object>
}

export interface ExplainedCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly workdir?: string | undefined
  readonly profile?: string | undefined
  readonly client?: string | undefined
}

const CALLS_MAX = 5_000
const back = z.coerce.number().int().min(1).max(CALLS_MAX).optional()
export const backQuery = z.strictObject({ calls: back })
export const explainBody = z.strictObject({
  name: z.string().min(1).max(200),
  args: z.record(z.string(), z.unknown()).default({}),
  workdir: z.string().max(4_096).optional(),
  profile: z.string().max(200).optional(),
  client: z.string().max(200).optional(),
})

export function ruleRoutes(rules: RuleService) {
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json({ rules: rules.list() }))
    .post('/', async (c) => c.json(await rules.add(await body(c, newRuleSchema), actor(c)), 201))
    .post('/check', async (c) => c.json(rules.check(await body(c, newRuleSchema), query(c, backQuery).calls)))
    .post('/explain', async (c) => c.json(await rules.explain(await body(c, explainBody), actor(c))))
    .get('/suggestions', (c) => c.json({ suggestions: rules.suggestions(query(c, backQuery).calls) }))
    .delete('/:id', (c) => {
      rules.revoke(param(c, 'id', recordId), actor(c))
      return c.body(null, 204)
    })
}
