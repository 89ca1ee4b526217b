import { Hono } from 'hono'
import { z } from 'zod'
import { TOOL_PERMISSIONS, type ToolPermission } from '../../../contract/levels.ts'
import { type ProfileDescription, profileIdSchema } from '../../../contract/tools-file.ts'
import { body, type HttpEnv, param } from '../http-env.ts'

/** The switches of a profile. A change is in force, and written, when the function returns. */
export interface ToolSwitches {
  readonly activeId: () => string
  readonly describe: (profile: string) => ProfileDescription
  readonly setTool: (profile: string, tool: string, isOn: boolean) => void
  readonly setCategory: (profile: string, category: string, isOn: boolean) => void
  /** The arguments of an operation as JSON Schema. Throws NOT_FOUND for an unknown id. */
  readonly schemaOf: (tool: string) => object
  /** Null goes back to what the profile says by default. */
  readonly setPermission: (profile: string, tool: string, permission: ToolPermission | null) => void
}

const id = z.string().min(1).max(200)
export const toggleBody = z
  .strictObject({ tool: id.optional(), category: id.optional(), enabled: z.boolean() })
  .refine(({ tool, category }) => (tool === undefined) !== (category === undefined), 'name either a tool or a category')
export const permissionBody = z.strictObject({ tool: id, permission: z.enum(TOOL_PERMISSIONS).nullable() })

export function toolRoutes(switches: ToolSwitches) {
  return new Hono<HttpEnv>()
    .get('/:id/schema', (c) => c.json(switches.schemaOf(param(c, 'id', id))))
    .post('/:profile/toggle', async (c) => {
      const profile = param(c, 'profile', profileIdSchema)
      const { tool, category, enabled } = await body(c, toggleBody)
      if (tool !== undefined) switches.setTool(profile, tool, enabled)
      if (category !== undefined) switches.setCategory(profile, category, enabled)
      return c.json(switches.describe(profile))
    })
    .post('/:profile/permission', async (c) => {
      const profile = param(c, 'profile', profileIdSchema)
      const { tool, permission } = await body(c, permissionBody)
      switches.setPermission(profile, tool, permission)
      return c.json(switches.describe(profile))
    })
}
