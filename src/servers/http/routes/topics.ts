import { Hono } from 'hono'
import { z } from 'zod'
import type { TopicView } from '../../../contract/memory.ts'
import { body, type HttpContext, type HttpEnv, param } from '../http-env.ts'
import { recordId } from './ids.ts'

export interface TopicService {
  readonly list: () => readonly TopicView[]
  /** Throws CONFLICT when the name is taken. */
  readonly add: (name: string, description: string) => TopicView
  /** The others throw NOT_FOUND when there is none. */
  readonly change: (id: string, change: z.output<typeof topicPatch>) => TopicView
  readonly remove: (id: string) => void
  readonly attach: (id: string, runId: string) => void
  readonly detach: (id: string, runId: string) => void
  readonly find: (id: string) => TopicView
}

const name = z.string().trim().min(1).max(100)
const description = z.string().trim().max(1_000)
export const newTopicBody = z.strictObject({ name, description: description.default('') })
export const topicPatch = z.strictObject({ name: name.optional(), description: description.optional() })
export const attachBody = z.strictObject({ runId: recordId })

export function topicRoutes(topics: TopicService) {
  const id = (c: HttpContext) => param(c, 'id', recordId)
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json({ topics: topics.list() }))
    .post('/', async (c) => {
      const given = await body(c, newTopicBody)
      return c.json(topics.add(given.name, given.description), 201)
    })
    .patch('/:id', async (c) => c.json(topics.change(id(c), await body(c, topicPatch))))
    .delete('/:id', (c) => {
      topics.remove(id(c))
      return c.body(null, 204)
    })
    .post('/:id/runs', async (c) => {
      const { runId } = await body(c, attachBody)
      topics.attach(id(c), runId)
      return c.json(topics.find(id(c)))
    })
    .delete('/:id/runs/:runId', (c) => {
      topics.detach(id(c), param(c, 'runId', recordId))
      return c.body(null, 204)
    })
}
