import { Hono } from 'hono'
import { z } from 'zod'
import { actor, body, type HttpEnv, param } from '../http-env.ts'
import { profileId } from './ids.ts'

export interface ProfileService {
  readonly list: () => object
  readonly activate: (id: string, by: string) => Promise<object> | object
  readonly clone: (
    from: string,
    to: { readonly id: string; readonly label?: string | undefined },
    by: string,
  ) => Promise<object> | object
  /** The text of a file in the shape of `tools.json`, comments allowed. */
  readonly importFrom: (text: string, by: string) => Promise<object> | object
  /** A file that `importFrom` takes. */
  readonly exportAs: (id: string) => string
  readonly remove: (id: string, by: string) => Promise<void> | void
}

const FILE_CHARS = 2 * 1024 * 1024

const activeBody = z.strictObject({ id: profileId })
const cloneBody = z.strictObject({ from: profileId, id: profileId, label: z.string().min(1).max(100).optional() })
const importBody = z.strictObject({ text: z.string().min(1).max(FILE_CHARS) })

export function profileRoutes(profiles: ProfileService) {
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json(profiles.list()))
    .post('/active', async (c) => c.json(await profiles.activate((await body(c, activeBody)).id, actor(c))))
    .post('/clone', async (c) => {
      const { from, id, label } = await body(c, cloneBody)
      return c.json(await profiles.clone(from, { id, label }, actor(c)), 201)
    })
    .post('/import', async (c) => c.json(await profiles.importFrom((await body(c, importBody)).text, actor(c)), 201))
    .get('/:id/export', (c) => {
      const id = param(c, 'id', profileId)
      const text = profiles.exportAs(id)
      c.header('Content-Type', 'application/json')
      c.header('Content-Disposition', `attachment; filename="${id}.json"`)
      return c.body(text)
    })
    .delete('/:id', async (c) => {
      await profiles.remove(param(c, 'id', profileId), actor(c))
      return c.body(null, 204)
    })
}
