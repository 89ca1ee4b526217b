import { createVectorSet, type Near, type VectorSet, vectorBytes, vectorFrom } from '../base/vectors.ts'
import type { Database } from '../storage/database.ts'
import type { ChunkEvents } from './index-store.ts'
import type { Pending } from './protocol.ts'

/** Vectors of the pieces of one index. They are read into memory by the first question. */
export interface PieceVectors extends ChunkEvents {
  readonly nearest: (model: string, vector: Float32Array, limit: number) => readonly Near[]
  readonly similarity: (model: string, chunk: number, vector: Float32Array) => number | undefined
  readonly pending: (model: string, limit: number, most: number) => readonly Pending[]
  /** These were found by words: they are worth a vector before others. */
  readonly want: (chunks: readonly number[]) => void
  readonly keep: (model: string, hashes: readonly string[], vectors: readonly Float32Array[]) => void
}

const WANTED_MAX = 500
const QUEUED = 400

export function createPieceVectors(database: Database): PieceVectors {
  const all = database.prepare(
    'select chunk.id, vector.vector from chunk join vector on vector.hash = chunk.hash where vector.model = ?',
  )
  const byHash = database.prepare('select vector from vector where hash = ? and model = ?')
  const chunksOf = database.prepare('select id from chunk where hash = ?')
  const chunk = database.prepare('select hash, embedded from chunk where id = ?')
  const missing = database.prepare(
    `select distinct chunk.hash, chunk.embedded from chunk join file on file.id = chunk.file
     where not exists (select 1 from vector where vector.hash = chunk.hash and vector.model = ?)
     order by file.language is null, file.modified desc limit ?`,
  )
  const kept = database.prepare('select count(*) as n from vector where model = ?')
  const insert = database.prepare('insert or replace into vector (hash, model, dimensions, vector) values (?, ?, ?, ?)')
  const dropOthers = database.prepare('delete from vector where model <> ?')
  const dropUnused = database.prepare('delete from vector where hash not in (select hash from chunk)')
  const wanted = new Set<number>()
  /** Looking for what is missing reads the whole index: once for many. */
  let queue: { readonly model: string; readonly pending: Pending[] } = { model: '', pending: [] }
  let loaded: { readonly model: string; readonly set: VectorSet | null } | undefined

  const setOf = (model: string): VectorSet | null => {
    if (loaded?.model === model && loaded.set !== null) return loaded.set
    const rows = all.all(model) as { id: number; vector: Uint8Array }[]
    const [first] = rows
    const set = first === undefined ? null : createVectorSet(first.vector.byteLength / 4)
    for (const { id, vector } of rows) set?.set(id, vectorFrom(vector))
    loaded = { model, set }
    return set
  }

  return {
    added: (id, hash) => {
      if (loaded === undefined || loaded.set === null) return
      const row = byHash.get(hash, loaded.model) as { vector: Uint8Array } | undefined
      if (row !== undefined) loaded.set.set(id, vectorFrom(row.vector))
    },
    removed: (id) => loaded?.set?.delete(id),
    nearest: (model, vector, limit) => setOf(model)?.nearest(vector, limit) ?? [],
    similarity: (model, id, vector) => setOf(model)?.similarity(id, vector),
    want: (chunks) => {
      for (const id of chunks) if (wanted.size < WANTED_MAX) wanted.add(id)
    },
    pending: (model, limit, most) => {
      const { n: count } = kept.get(model) as { n: number }
      const first = [...wanted].slice(0, limit).flatMap((id): Pending[] => {
        wanted.delete(id)
        const row = chunk.get(id) as { hash: string; embedded: string } | undefined
        if (row === undefined || byHash.get(row.hash, model) !== undefined) return []
        return [{ hash: row.hash, text: row.embedded }]
      })
      if (first.length > 0) return first
      if (count >= most) {
        dropUnused.run()
        return []
      }
      if (queue.model !== model || queue.pending.length === 0) {
        const rows = missing.all(model, QUEUED) as { hash: string; embedded: string }[]
        if (rows.length === 0) dropOthers.run(model)
        queue = { model, pending: rows.map(({ hash, embedded }) => ({ hash, text: embedded })) }
      }
      return queue.pending.splice(0, limit)
    },
    keep: (model, hashes, vectors) =>
      database.transaction(() => {
        hashes.forEach((hash, index) => {
          const vector = vectors[index]
          if (vector === undefined) return
          insert.run(hash, model, vector.length, vectorBytes(vector))
          if (loaded?.model !== model) return
          if (loaded.set === null) loaded = { model, set: createVectorSet(vector.length) }
          for (const { id } of chunksOf.all(hash) as { id: number }[]) loaded.set?.set(id, vector)
        })
      }),
  }
}
