import { Hono } from 'hono'
import { z } from 'zod'
import {
  CONTENT_TYPES,
  type MemoryCollection,
  type MemoryHit,
  type MemoryPatch,
  type MemoryView,
  memoryPatchSchema,
  tagsSchema,
} from '../../../contract/memory.ts'
import { actor, body, type HttpContext, type HttpEnv, param, query } from '../http-env.ts'
import { lineStream } from '../line-stream.ts'
import { recordId } from './ids.ts'

export type MemoryListQuery = z.output<typeof memoryListQuery>
export type MemorySearchBody = z.output<typeof memorySearchBody>

export interface MemoryService {
  readonly list: (query: MemoryListQuery) => { readonly memories: readonly MemoryView[]; readonly total: number }
  readonly collections: () => readonly MemoryCollection[]
  readonly search: (
    body: MemorySearchBody,
    signal: AbortSignal,
  ) => Promise<{
    readonly hits: readonly MemoryHit[]
    readonly total: number
    readonly best: number | null
    readonly withoutMeaning: string | null
  }>
  /** Throws NOT_FOUND when there is none. */
  readonly show: (id: string) => MemoryView
  readonly edit: (id: string, patch: MemoryPatch, by: string) => MemoryView
  readonly remove: (id: string, by: string) => void
  /** Every memory as one JSON text a line. */
  readonly exportLines: (scope: string | null) => Iterable<string>
}

const LIST_MAX = 500
const scopeKey = z.string().regex(/^(?:run|project|topic)\.[a-z0-9_]{1,64}$/, 'is not the key of a scope')
export const memoryListQuery = z.strictObject({
  scope: scopeKey.optional(),
  type: z.enum(CONTENT_TYPES).optional(),
  tag: z.string().min(1).max(64).optional(),
  text: z.string().min(1).max(200).optional(),
  limit: z.coerce.number().int().min(1).max(LIST_MAX).default(50),
  offset: z.coerce.number().int().min(0).default(0),
})
export const memorySearchBody = z.strictObject({
  query: z.string().max(10_000),
  scope: scopeKey.optional(),
  type: z.enum(CONTENT_TYPES).optional(),
  tags: tagsSchema.optional(),
  threshold: z.number().min(0).max(1).default(0.3),
  limit: z.int().min(1).max(100).default(10),
})
export const memoryExportQuery = z.strictObject({ scope: scopeKey.optional() })

export function memoryRoutes(memory: MemoryService) {
  const id = (c: HttpContext) => param(c, 'id', recordId)
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json(memory.list(query(c, memoryListQuery))))
    .get('/collections', (c) => c.json({ collections: memory.collections() }))
    .post('/search', async (c) => c.json(await memory.search(await body(c, memorySearchBody), c.req.raw.signal)))
    .get('/export', (c) => {
      const { scope } = query(c, memoryExportQuery)
      c.header('Content-Type', 'application/x-ndjson')
      c.header('Content-Disposition', 'attachment; filename="upperhand-memory.jsonl"')
      return c.body(lineStream(memory.exportLines(scope ?? null)))
    })
    .get('/:id', (c) => c.json(memory.show(id(c))))
    .patch('/:id', async (c) => c.json(memory.edit(id(c), await body(c, memoryPatchSchema), actor(c))))
    .delete('/:id', (c) => {
      memory.remove(id(c), actor(c))
      return c.body(null, 204)
    })
}
