import type { Database } from '../storage/database.ts'

export interface StoredDocument {
  readonly id: string
  readonly scope: string
  readonly hash: string
  readonly name: string
  readonly kind: string
  readonly contentType: string
  /** The path or the address it came from. */
  readonly source: string
  readonly bytes: number
  readonly chars: number
  readonly parts: number | null
  readonly client: string
  /** Null for what a person imported. */
  readonly runId: string | null
  readonly callId: string | null
  readonly createdAt: number
}

export interface DocumentStore {
  readonly add: (document: StoredDocument, text: string) => void
  readonly byHash: (scope: string, hash: string) => StoredDocument | null
  readonly byId: (id: string) => StoredDocument | null
  readonly textOf: (id: string) => string | null
  /** The newest first; all scopes where none is named. */
  readonly list: (scope: string | null, limit: number) => readonly StoredDocument[]
  readonly remove: (id: string) => boolean
}

const COLUMNS =
  'id, scope, hash, name, kind, content_type as contentType, source, bytes, chars, parts, client, run_id as runId, call_id as callId, created_at as createdAt'

export function createDocumentStore(database: Database): DocumentStore {
  const insert = database.prepare(
    `insert into document (id, scope, hash, name, kind, content_type, source, bytes, chars, parts, client, run_id, call_id, created_at, text)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const byHash = database.prepare(`select ${COLUMNS} from document where scope = ? and hash = ?`)
  const byId = database.prepare(`select ${COLUMNS} from document where id = ?`)
  const text = database.prepare('select text from document where id = ?')
  const inScope = database.prepare(
    `select ${COLUMNS} from document where scope = ? order by created_at desc, id desc limit ?`,
  )
  const all = database.prepare(`select ${COLUMNS} from document order by created_at desc, id desc limit ?`)
  const remove = database.prepare('delete from document where id = ?')
  return {
    add: (one, content) => {
      const { id, scope, hash, name, kind, contentType, source, bytes, chars, parts, client, runId, callId } = one
      const owner = [client, runId, callId, one.createdAt] as const
      insert.run(id, scope, hash, name, kind, contentType, source, bytes, chars, parts, ...owner, content)
    },
    byHash: (scope, hash) => row(byHash.get(scope, hash)),
    byId: (id) => row(byId.get(id)),
    textOf: (id) => (text.get(id) as { text: string } | undefined)?.text ?? null,
    list: (scope, limit) =>
      (scope === null ? all.all(limit) : inScope.all(scope, limit)) as unknown as StoredDocument[],
    remove: (id) => Number(remove.run(id).changes) > 0,
  }
}

function row(found: unknown): StoredDocument | null {
  return (found as StoredDocument | undefined) ?? null
}
