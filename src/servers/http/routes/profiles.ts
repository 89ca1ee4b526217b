import { Hono } from 'hono'
import { z } from 'zod'
import {
  type ProfileBounds,
  type ProfileSummary,
  profileBoundsSchema,
  profileIdSchema,
  type ToolsFileProblem,
} from '../../../contract/tools-file.ts'
import { body, type HttpEnv, param } from '../http-env.ts'
import type { ToolSwitches } from './tools.ts'

export interface ProfileService extends ToolSwitches {
  readonly list: () => readonly ProfileSummary[]
  readonly problems: () => readonly ToolsFileProblem[]
  readonly setActive: (id: string) => void
  readonly setBounds: (profile: string, bounds: ProfileBounds) => void
  readonly clone: (from: string, to: string, label?: string) => void
  readonly remove: (id: string) => void
  /** Takes the text of a file in the shape of `tools.json`, comments allowed; returns the ids of what was in it. */
  readonly importProfile: (text: string, as?: string) => readonly string[]
  /** A file that `importProfile` takes. */
  readonly exportProfile: (id: string) => string
}

const FILE_CHARS = 2 * 1024 * 1024

export const activeBody = z.strictObject({ id: profileIdSchema })
export const cloneBody = z.strictObject({
  from: profileIdSchema,
  id: profileIdSchema,
  label: z.string().min(1).max(100).optional(),
})
export const importBody = z.strictObject({ text: z.string().min(1).max(FILE_CHARS), as: profileIdSchema.optional() })

export function profileRoutes(profiles: ProfileService) {
  const overview = () => ({ active: profiles.activeId(), profiles: profiles.list(), problems: profiles.problems() })
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json(overview()))
    .post('/active', async (c) => {
      profiles.setActive((await body(c, activeBody)).id)
      return c.json(overview())
    })
    .post('/clone', async (c) => {
      const { from, id, label } = await body(c, cloneBody)
      profiles.clone(from, id, label)
      return c.json(profiles.describe(id), 201)
    })
    .post('/import', async (c) => {
      const { text, as } = await body(c, importBody)
      return c.json({ imported: profiles.importProfile(text, as), ...overview() }, 201)
    })
    .get('/active', (c) => c.json(profiles.describe(profiles.activeId())))
    .get('/:id', (c) => c.json(profiles.describe(param(c, 'id', profileIdSchema))))
    .patch('/:id', async (c) => {
      const id = param(c, 'id', profileIdSchema)
      profiles.setBounds(id, await body(c, profileBoundsSchema))
      return c.json(profiles.describe(id))
    })
    .get('/:id/export', (c) => {
      const id = param(c, 'id', profileIdSchema)
      c.header('Content-Type', 'application/json')
      c.header('Content-Disposition', `attachment; filename="${id}.json"`)
      return c.body(profiles.exportProfile(id))
    })
    .delete('/:id', (c) => {
      profiles.remove(param(c, 'id', profileIdSchema))
      return c.body(null, 204)
    })
}
