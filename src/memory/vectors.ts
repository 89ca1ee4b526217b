import { createVectorSet, type VectorSet, vectorBytes, vectorFrom } from '../base/vectors.ts'
import type { Database } from '../storage/database.ts'

/** Vectors of pieces, a set for each scope, read into memory when the scope is first asked. */
export interface MemoryVectors {
  /** Null when the scope has none of this model yet. */
  readonly load: (scope: string, model: string) => Promise<VectorSet | null>
  readonly pending: (model: string, limit: number) => readonly { readonly id: number; readonly text: string }[]
  readonly keep: (model: string, vectors: ReadonlyMap<number, Float32Array>) => void
  readonly forget: (pieces: readonly number[]) => void
}

const ROWS_AT_ONCE = 2_000

export function createMemoryVectors(database: Database): MemoryVectors {
  const rows = database.prepare(
    `select memory_piece.id, memory_vector.vector from memory
     join memory_piece on memory_piece.memory = memory.id and memory_piece.model = ?
     join memory_vector on memory_vector.piece = memory_piece.id
     where memory.scope = ? and memory_piece.id > ? order by memory_piece.id limit ?`,
  )
  const missing = database.prepare(
    'select id, text from memory_piece where model < :model or model > :model limit :limit',
  )
  const scopeOf = database.prepare(
    'select memory.scope from memory_piece join memory on memory.id = memory_piece.memory where memory_piece.id = ?',
  )
  const insert = database.prepare('insert or replace into memory_vector (piece, dimensions, vector) values (?, ?, ?)')
  const mark = database.prepare('update memory_piece set model = ? where id = ?')
  const loaded = new Map<string, { readonly model: string; readonly set: Promise<VectorSet | null> }>()

  const read = async (scope: string, model: string): Promise<VectorSet | null> => {
    let set: VectorSet | null = null
    let last = 0
    for (;;) {
      const part = rows.all(model, scope, last, ROWS_AT_ONCE) as { id: number; vector: Uint8Array }[]
      for (const { id, vector } of part) {
        set ??= createVectorSet(vector.byteLength / 4)
        set.set(id, vectorFrom(vector))
        last = id
      }
      if (part.length < ROWS_AT_ONCE) return set
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  const load = (scope: string, model: string): Promise<VectorSet | null> => {
    const known = loaded.get(scope)
    if (known?.model === model) return known.set
    const set = read(scope, model)
    loaded.set(scope, { model, set })
    return set
  }

  /** While a set is being read, what comes in waits for it. */
  const insertInto = (scope: string, model: string, id: number, vector: Float32Array): void => {
    const known = loaded.get(scope)
    if (known === undefined || known.model !== model) return
    const set = known.set.then((one) => {
      const into = one ?? createVectorSet(vector.length)
      into.set(id, vector)
      return into
    })
    loaded.set(scope, { model, set })
  }

  return {
    load,
    pending: (model, limit) => missing.all({ ':model': model, ':limit': limit }) as { id: number; text: string }[],
    keep: (model, vectors) =>
      database.transaction(() => {
        for (const [id, vector] of vectors) {
          // Removed while it was computed.
          const row = scopeOf.get(id) as { scope: string } | undefined
          if (row === undefined) continue
          insert.run(id, vector.length, vectorBytes(vector))
          mark.run(model, id)
          insertInto(row.scope, model, id, vector)
        }
      }),
    forget: (pieces) => {
      for (const { set } of loaded.values()) {
        void set.then((one) => {
          for (const id of pieces) one?.delete(id)
        })
      }
    },
  }
}
