import type { MemoryCollection, MemoryScope } from '../contract/memory.ts'
import type { Database } from '../storage/database.ts'

export type ListCollections = (scopes: readonly MemoryScope[] | null, model: string) => MemoryCollection[]

const TAGS_SHOWN = 30

/** What is kept where. Named scopes are answered even when they are empty. */
export function createCollections(database: Database): ListCollections {
  const all = database.prepare('select key, kind, label from memory_scope order by kind, label')
  const totals = database.prepare(
    `select count(*) as memories, coalesce(sum(length(content)), 0) as bytes, max(created_at) as newestAt
     from memory where scope = ?`,
  )
  const types = database.prepare(
    'select content_type as type, count(*) as n from memory where scope = ? group by content_type order by n desc',
  )
  const tags = database.prepare(
    `select tag.value as tag from memory, json_each(memory.tags) as tag where memory.scope = ?
     group by tag.value order by count(*) desc, tag.value limit ?`,
  )
  const waiting = database.prepare(
    `select count(*) as n from memory_piece join memory on memory.id = memory_piece.memory where memory.scope = ?
     and memory_piece.model <> ?`,
  )
  return (scopes, model) => {
    const listed = scopes ?? (all.all() as unknown as MemoryScope[])
    return listed
      .map(({ key, kind, label }) => {
        const { memories, bytes, newestAt } = totals.get(key) as {
          memories: number
          bytes: number
          newestAt: number | null
        }
        const byType = types.all(key) as { type: string; n: number }[]
        return {
          scope: { key, kind, label },
          memories,
          bytes,
          newestAt,
          types: Object.fromEntries(byType.map(({ type, n }) => [type, n])),
          tags: (tags.all(key, TAGS_SHOWN) as { tag: string }[]).map(({ tag }) => tag),
          waiting: (waiting.get(key, model) as { n: number }).n,
        }
      })
      .filter(({ memories }) => scopes !== null || memories > 0)
  }
}
