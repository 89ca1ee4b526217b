import { createHash } from 'node:crypto'
import { wordsOf } from '../base/words.ts'
import type { ContentType, MemoryPatch, MemoryScope, MemoryView } from '../contract/memory.ts'
import type { Database } from '../storage/database.ts'
import { piecesOf } from './pieces.ts'

export interface NewMemory {
  readonly content: string
  readonly contentType: ContentType
  readonly context: string | null
  readonly tags: readonly string[]
  readonly importance: number
}

/** Who stored it: from the call, never from its arguments. */
export interface Provenance {
  /** The conversation, together with its credential. */
  readonly owner: string | null
  readonly runId: string | null
  readonly callId: string | null
  readonly client: string
}

interface MemoryRow {
  readonly id: string
  readonly scope: string
  readonly kind: MemoryScope['kind']
  readonly label: string
  readonly content: string
  readonly content_type: ContentType
  readonly context: string | null
  readonly tags: string
  readonly importance: number
  readonly has_secret: number
  readonly run_id: string | null
  readonly call_id: string | null
  readonly client: string
  readonly created_at: number
  readonly updated_at: number
  readonly pieces: number
  readonly indexed: number
  readonly waiting: number
}

export interface ListFilter {
  readonly scopes: readonly string[] | null
  readonly type: string | null
  readonly tag: string | null
  readonly text: string | null
}

/** Long texts are cut and indexed a few pieces at a time. */
const PIECES_AT_ONCE = 40

export type MemoryStore = ReturnType<typeof createMemoryStore>

export function createMemoryStore(database: Database, model: () => string) {
  const view = `select memory.*, memory_scope.kind, memory_scope.label,
    memory.pieces - (select count(*) from memory_piece
      where memory_piece.memory = memory.id and memory_piece.model = :model) as waiting
    from memory join memory_scope on memory_scope.key = memory.scope`
  const filter = `where (:scopes is null or memory.scope in (select value from json_each(:scopes)))
    and (:type is null or memory.content_type = :type)
    and (:tag is null or exists (select 1 from json_each(memory.tags) where value = :tag))
    and (:text is null or instr(lower(memory.content), :text) > 0)`
  const byId = database.prepare(`${view} where memory.id = :id`)
  const byHash = database.prepare('select id from memory where scope = ? and hash = ?')
  const page = database.prepare(
    `${view} ${filter} order by memory.created_at desc, memory.id limit :limit offset :offset`,
  )
  const count = database.prepare(`select count(*) as n from memory ${filter}`)
  const total = database.prepare('select count(*) as n from memory')
  const saveScope = database.prepare(
    'insert into memory_scope (key, kind, label) values (?, ?, ?) on conflict (key) do update set label = excluded.label',
  )
  const insert = database.prepare(
    `insert into memory (id, scope, content, content_type, context, tags, importance, hash, has_secret, owner, run_id,
     call_id, client, created_at, updated_at, pieces, indexed) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
  )
  const update = database.prepare(
    `update memory set content = ?, content_type = ?, context = ?, tags = ?, importance = ?, hash = ?, has_secret = ?,
     updated_at = ?, pieces = ?, indexed = ? where id = ?`,
  )
  const byOwner = database.prepare(
    `${view} where memory.owner = :owner and memory.created_at >= :since order by memory.created_at desc limit :limit`,
  )
  const markIndexed = database.prepare('update memory set indexed = ? where id = ?')
  const removeRow = database.prepare('delete from memory where id = ?')
  const insertPiece = database.prepare('insert into memory_piece (memory, number, start, text) values (?, ?, ?, ?)')
  const insertWords = database.prepare('insert into memory_words (rowid, words) values (?, ?)')
  const piecesOfMemory = database.prepare('select id from memory_piece where memory = ?')
  const removePieces = database.prepare('delete from memory_piece where memory = ?')
  const removeWords = database.prepare('delete from memory_words where rowid = ?')
  const removeVectors = database.prepare('delete from memory_vector where piece = ?')
  const oldRuns = database.prepare(
    `select memory.id from memory join memory_scope on memory_scope.key = memory.scope
     where memory_scope.kind = 'run' and memory.updated_at < ?`,
  )
  const forPieces = database.prepare('select content, tags, indexed from memory where id = ?')
  const unindexed = database.prepare('select id from memory where indexed < pieces limit 1')

  const find = (id: string): MemoryView | undefined => {
    const row = byId.get({ ':id': id, ':model': model() }) as unknown as MemoryRow | undefined
    return row === undefined ? undefined : toView(row)
  }

  /** Cuts and indexes the next pieces; true if there are more. */
  const indexMore = (id: string): boolean =>
    database.transaction(() => {
      const row = forPieces.get(id) as unknown as Pick<MemoryRow, 'content' | 'tags' | 'indexed'> | undefined
      if (row === undefined) return false
      const all = piecesOf(row.content)
      const until = Math.min(all.length, row.indexed + PIECES_AT_ONCE)
      all.slice(row.indexed, until).forEach(({ start, text }, index) => {
        const { lastInsertRowid } = insertPiece.run(id, row.indexed + index, start, text)
        insertWords.run(lastInsertRowid, wordsOf(`${text} ${row.tags}`).join(' '))
      })
      markIndexed.run(until, id)
      return until < all.length
    })

  const clearPieces = (id: string): number[] => {
    const ids = (piecesOfMemory.all(id) as { id: number }[]).map((row) => row.id)
    for (const piece of ids) {
      removeWords.run(piece)
      removeVectors.run(piece)
    }
    removePieces.run(id)
    return ids
  }

  return {
    find,
    count: () => (total.get() as { n: number }).n,
    duplicateOf: (scope: string, content: string): string | undefined =>
      (byHash.get(scope, hashOf(content)) as { id: string } | undefined)?.id,
    add: (id: string, scope: MemoryScope, memory: NewMemory, hasSecret: boolean, from: Provenance, at: number): void =>
      database.transaction(() => {
        const { content, contentType, context, tags, importance } = memory
        saveScope.run(scope.key, scope.kind, scope.label)
        insert.run(
          id,
          scope.key,
          content,
          contentType,
          context,
          JSON.stringify(tags),
          importance,
          hashOf(content),
          hasSecret ? 1 : 0,
          from.owner,
          from.runId,
          from.callId,
          from.client,
          at,
          at,
          piecesOf(content).length,
        )
        indexMore(id)
      }),
    /** Answers the pieces that are gone. */
    change: (known: MemoryView, patch: MemoryPatch, hasSecret: boolean, at: number): readonly number[] =>
      database.transaction(() => {
        const next = {
          content: patch.content ?? known.content,
          contentType: patch.contentType ?? known.contentType,
          context: patch.context === undefined ? known.context : patch.context,
          tags: patch.tags ?? known.tags,
          importance: patch.importance ?? known.importance,
        }
        const gone = clearPieces(known.id)
        update.run(
          next.content,
          next.contentType,
          next.context,
          JSON.stringify(next.tags),
          next.importance,
          hashOf(next.content),
          hasSecret ? 1 : 0,
          at,
          piecesOf(next.content).length,
          0,
          known.id,
        )
        indexMore(known.id)
        return gone
      }),
    remove: (id: string): readonly number[] =>
      database.transaction(() => {
        const gone = clearPieces(id)
        removeRow.run(id)
        return gone
      }),
    storedBy: (owner: string, since: number, limit: number): MemoryView[] => {
      const rows = byOwner.all({ ':owner': owner, ':since': since, ':limit': limit, ':model': model() })
      return (rows as unknown as MemoryRow[]).map(toView)
    },
    /** What was remembered for a conversation that ended long ago; nobody can ask for it any more. */
    idsOfOldRuns: (before: number): string[] => (oldRuns.all(before) as { id: string }[]).map(({ id }) => id),
    indexMore,
    unindexed: (): string | undefined => (unindexed.get() as { id: string } | undefined)?.id,
    list: (asked: ListFilter, limit: number, offset: number): { memories: MemoryView[]; total: number } => {
      const parameters = {
        ':scopes': asked.scopes === null ? null : JSON.stringify(asked.scopes),
        ':type': asked.type,
        ':tag': asked.tag,
        ':text': asked.text?.toLowerCase() ?? null,
      }
      const rows = page.all({ ...parameters, ':limit': limit, ':offset': offset, ':model': model() })
      return {
        memories: (rows as unknown as MemoryRow[]).map(toView),
        total: (count.get(parameters) as { n: number }).n,
      }
    },
  }
}

/** Line endings and outer space do not make another memory. */
function hashOf(content: string): string {
  return createHash('sha256').update(content.replace(/\r\n/g, '\n').trim().normalize('NFC')).digest('hex')
}

function toView(row: MemoryRow): MemoryView {
  return {
    id: row.id,
    scope: { key: row.scope, kind: row.kind, label: row.label },
    content: row.content,
    length: row.content.length,
    contentType: row.content_type,
    context: row.context,
    tags: JSON.parse(row.tags) as string[],
    importance: row.importance,
    hasSecret: row.has_secret === 1,
    runId: row.run_id,
    callId: row.call_id,
    client: row.client,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    isEmbedded: row.waiting === 0 && row.indexed === row.pieces,
  }
}
