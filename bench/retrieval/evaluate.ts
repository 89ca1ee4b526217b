import { join } from 'node:path'
import { normalised, type VectorSet } from '../../src/base/vectors.ts'
import { askedWords, matchAny } from '../../src/base/words.ts'
import { createLocalEngine } from '../../src/embeddings/local-engine.ts'
import { createSearchPieces } from '../../src/memory/search.ts'
import { createMemoryStore } from '../../src/memory/store.ts'
import { createMemoryVectors } from '../../src/memory/vectors.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { PASSAGES } from './passages.ts'
import { QUESTIONS } from './questions.ts'

export interface Quality {
  readonly recallAt1: number
  readonly recallAt5: number
  /** The mean of one over the place of the right answer, counting the first ten. */
  readonly mrr: number
}

export interface Evaluation {
  readonly keyword: Quality
  readonly embedding: Quality
  readonly hybrid: Quality
  readonly secondsToEmbed: number
}

const SCOPE = { key: 'project.bench', kind: 'project', label: 'bench' } as const
const COUNTED = 10

/** The product's own index, vectors and score, asked every question in three ways. */
export async function evaluateRetrieval(directory: string): Promise<Evaluation> {
  const database = openDatabase(join(directory, 'retrieval.db'))
  const engine = createLocalEngine({ idleMs: 60_000 })
  try {
    const { signal } = new AbortController()
    const store = createMemoryStore(database, () => engine.id)
    const vectors = createMemoryVectors(database)
    PASSAGES.forEach((content, index) => {
      const memory = { content, contentType: 'fact', context: null, tags: [], importance: 0.5 } as const
      store.add(idOf(index), SCOPE, memory, false, { owner: null, runId: null, callId: null, client: 'bench' }, index)
    })
    const started = performance.now()
    const pending = vectors.pending(engine.id, PASSAGES.length)
    const made = await engine.embed(
      pending.map(({ text }) => text),
      signal,
    )
    vectors.keep(engine.id, new Map(pending.map(({ id }, index) => [id, made[index] ?? NOTHING])))
    const secondsToEmbed = (performance.now() - started) / 1_000
    const set = await vectors.load(SCOPE.key, engine.id)
    if (set === null) throw new Error('nothing was embedded')

    const asked = await engine.embed(
      QUESTIONS.map(([, question]) => question),
      signal,
    )
    const memoryOf = memoriesOfPieces(database)
    const byWords = database.prepare('select rowid as id from memory_words where memory_words match ? order by rank')
    const search = createSearchPieces(database)
    const filter = { scopes: [SCOPE.key], type: null, tags: [] }
    const places = QUESTIONS.map(([passage, question], index) => {
      const vector = asked[index] ?? NOTHING
      const right = idOf(passage)
      const match = matchAny(askedWords(question))
      const worded = match === null ? [] : (byWords.all(match) as { id: number }[]).map(({ id }) => memoryOf.get(id))
      return {
        keyword: worded.indexOf(right),
        embedding: nearest(set, vector, memoryOf).indexOf(right),
        hybrid: search(question, filter, vector, [set]).findIndex(({ memory }) => memory === right),
      }
    })
    return {
      keyword: quality(places.map(({ keyword }) => keyword)),
      embedding: quality(places.map(({ embedding }) => embedding)),
      hybrid: quality(places.map(({ hybrid }) => hybrid)),
      secondsToEmbed,
    }
  } finally {
    await engine.close()
    database.close()
  }
}

const NOTHING = normalised([1]) ?? new Float32Array(1)

function idOf(index: number): string {
  return `mem_${String(index).padStart(3, '0')}`
}

function memoriesOfPieces(database: ReturnType<typeof openDatabase>): Map<number, string> {
  const rows = database.prepare('select id, memory from memory_piece').all() as { id: number; memory: string }[]
  return new Map(rows.map(({ id, memory }) => [id, memory]))
}

function nearest(set: VectorSet, vector: Float32Array, memoryOf: ReadonlyMap<number, string>) {
  return set.nearest(vector, PASSAGES.length).map(({ key }) => memoryOf.get(key))
}

/** A place of -1 is not found. */
function quality(places: readonly number[]): Quality {
  const share = (most: number) => places.filter((place) => place >= 0 && place < most).length / places.length
  const ranks = places.map((place) => (place >= 0 && place < COUNTED ? 1 / (place + 1) : 0))
  return { recallAt1: share(1), recallAt5: share(5), mrr: ranks.reduce((sum, rank) => sum + rank, 0) / places.length }
}
