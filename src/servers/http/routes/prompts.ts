import { Hono } from 'hono'
import { z } from 'zod'
import {
  type MiniPrompt,
  type NewMiniPrompt,
  type NewSystemPrompt,
  newMiniPromptSchema,
  newSystemPromptSchema,
  type SystemPrompt,
} from '../../../contract/prompts.ts'
import { actor, body, type HttpContext, type HttpEnv, param } from '../http-env.ts'

export interface PromptService {
  readonly systemPrompts: () => readonly SystemPrompt[]
  readonly miniPrompts: () => readonly MiniPrompt[]
  readonly addSystem: (prompt: NewSystemPrompt, by: string) => SystemPrompt
  readonly addMini: (prompt: NewMiniPrompt, by: string) => MiniPrompt
  /** These throw NOT_FOUND when there is none, PERMISSION_DENIED for one that comes with the product. */
  readonly changeSystem: (id: string, change: Partial<NewSystemPrompt>, by: string) => SystemPrompt
  readonly changeMini: (id: string, change: Partial<NewMiniPrompt>, by: string) => MiniPrompt
  readonly remove: (id: string, by: string) => void
  /** In one run, and whatever continues its conversation. */
  readonly enableInRun: (id: string, runId: string, isEnabled: boolean, by: string) => MiniPrompt
}

const promptId = z.string().regex(/^[a-z0-9][a-z0-9-]{0,59}$/, 'is not the id of a prompt')

/** Without defaults: what is not named stays. */
export const systemPatch = z.strictObject({
  name: newSystemPromptSchema.shape.name.optional(),
  description: newSystemPromptSchema.shape.description.unwrap().optional(),
  components: newSystemPromptSchema.shape.components.optional(),
})
export const miniPatch = z.strictObject({
  name: newMiniPromptSchema.shape.name.optional(),
  content: newMiniPromptSchema.shape.content.optional(),
  order: newMiniPromptSchema.shape.order.unwrap().optional(),
  isEnabled: newMiniPromptSchema.shape.isEnabled.unwrap().optional(),
})
export const enableBody = z.strictObject({ runId: z.string().max(100), isEnabled: z.boolean() })

export function promptRoutes(prompts: PromptService) {
  const id = (c: HttpContext) => param(c, 'id', promptId)
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json({ system: prompts.systemPrompts(), mini: prompts.miniPrompts() }))
    .post('/system', async (c) => c.json(prompts.addSystem(await body(c, newSystemPromptSchema), actor(c)), 201))
    .post('/mini', async (c) => c.json(prompts.addMini(await body(c, newMiniPromptSchema), actor(c)), 201))
    .patch('/system/:id', async (c) => c.json(prompts.changeSystem(id(c), given(await body(c, systemPatch)), actor(c))))
    .patch('/mini/:id', async (c) => c.json(prompts.changeMini(id(c), given(await body(c, miniPatch)), actor(c))))
    .post('/mini/:id/runs', async (c) => {
      const { runId, isEnabled } = await body(c, enableBody)
      return c.json(prompts.enableInRun(id(c), runId, isEnabled, actor(c)))
    })
    .delete('/:id', (c) => {
      prompts.remove(id(c), actor(c))
      return c.body(null, 204)
    })
}

/** `undefined` would take a field away. */
function given<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never
}
