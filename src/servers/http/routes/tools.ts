import { Hono } from 'hono'
import { z } from 'zod'
import { TOOL_PERMISSIONS, type ToolPermission } from '../../../contract/levels.ts'
import { actor, body, type HttpEnv, param, principalOf, query } from '../http-env.ts'
import { profileId } from './ids.ts'

export interface Toggle {
  /** Exactly one of the two is given. */
  readonly tool?: string | undefined
  readonly category?: string | undefined
  readonly enabled: boolean
}

export interface ToolService {
  /** Categories and tools with their switches; the active profile when none is named. */
  readonly list: (profile: string | undefined) => object
  readonly toggle: (profile: string, toggle: Toggle, by: string) => Promise<object> | object
  /** Null goes back to what the profile says by default. */
  readonly setPermission: (
    profile: string,
    tool: string,
    permission: ToolPermission | null,
    by: string,
  ) => Promise<object> | object
}

const id = z.string().min(1).max(200)
const listQuery = z.strictObject({ profile: profileId.optional() })
const toggleBody = z
  .strictObject({ tool: id.optional(), category: id.optional(), enabled: z.boolean() })
  .refine(({ tool, category }) => (tool === undefined) !== (category === undefined), 'name either a tool or a category')
const permissionBody = z.strictObject({ tool: id, permission: z.enum(TOOL_PERMISSIONS).nullable() })

export function toolRoutes(tools: ToolService) {
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json(tools.list(principalOf(c).profile ?? query(c, listQuery).profile)))
    .post('/:profile/toggle', async (c) =>
      c.json(await tools.toggle(param(c, 'profile', profileId), await body(c, toggleBody), actor(c))),
    )
    .post('/:profile/permission', async (c) => {
      const { tool, permission } = await body(c, permissionBody)
      return c.json(await tools.setPermission(param(c, 'profile', profileId), tool, permission, actor(c)))
    })
}
