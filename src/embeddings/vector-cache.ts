import { createHash } from 'node:crypto'
import { vectorBytes, vectorFrom } from '../base/vectors.ts'
import type { Database } from '../storage/database.ts'

/** Vectors by the hash of their text, so that the same text is never computed twice. */
export interface VectorCache {
  readonly get: (model: string, text: string) => Float32Array | undefined
  readonly put: (model: string, text: string, vector: Float32Array) => void
  readonly close: () => void
}

export const CACHE_MIGRATIONS: readonly string[] = [
  `
  create table vector (
    hash blob not null,
    model text not null,
    dimensions integer not null,
    vector blob not null,
    number integer not null,
    primary key (hash, model)
  ) strict, without rowid;
  create index vector_number on vector (number);
  `,
]

/** Oldest go first, a tenth at a time. */
export function createVectorCache(database: Database, most: () => number): VectorCache {
  const find = database.prepare('select vector from vector where hash = ? and model = ?')
  const insert = database.prepare(
    'insert or replace into vector (hash, model, dimensions, vector, number) values (?, ?, ?, ?, ?)',
  )
  const forget = database.prepare('delete from vector where number <= ?')
  const newest = database.prepare('select coalesce(max(number), 0) as number, count(*) as count from vector')
  let { number, count } = newest.get() as { number: number; count: number }

  return {
    get: (model, text) => {
      const row = find.get(hashOf(text), model) as { vector: Uint8Array } | undefined
      return row === undefined ? undefined : vectorFrom(row.vector)
    },
    put: (model, text, vector) => {
      insert.run(hashOf(text), model, vector.length, vectorBytes(vector), ++number)
      count += 1
      if (count <= most()) return
      forget.run(number - Math.floor(most() * 0.9))
      count = (newest.get() as { count: number }).count
    },
    close: database.close,
  }
}

function hashOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
