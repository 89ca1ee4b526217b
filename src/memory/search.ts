import type { VectorSet } from '../base/vectors.ts'
import { askedWords, matchAny } from '../base/words.ts'
import type { Database } from '../storage/database.ts'
import { scoreOf } from './score.ts'

export interface SearchFilter {
  readonly scopes: readonly string[]
  readonly type: string | null
  readonly tags: readonly string[]
}

export interface FoundPiece {
  readonly memory: string
  readonly text: string
  readonly score: number
  readonly similarity: number | undefined
  readonly coverage: number
}

/** The best piece of each memory, best first. */
export type SearchPieces = (
  query: string,
  filter: SearchFilter,
  vector: Float32Array | null,
  sets: readonly VectorSet[],
) => FoundPiece[]

interface PieceRow {
  readonly id: number
  readonly memory: string
  readonly text: string
}

const CANDIDATES = 100
/** Where only some memories count, more are looked at before the others are left out. */
const CANDIDATES_FILTERED = 1_000

export function createSearchPieces(database: Database): SearchPieces {
  const byWords = database.prepare(
    `select memory_words.rowid as id from memory_words
     join memory_piece on memory_piece.id = memory_words.rowid join memory on memory.id = memory_piece.memory
     where memory_words match ? and memory.scope in (select value from json_each(?)) order by memory_words.rank limit ?`,
  )
  const hits = database.prepare('select count(*) as n from memory_words where memory_words match ?')
  // The plus keeps FTS5 from taking the row as its own constraint, which it would not check against a number.
  const holders = database.prepare(
    'select rowid as id from memory_words where memory_words match ? and +rowid in (select value from json_each(?))',
  )
  const pieces = database.prepare(
    `select memory_piece.id, memory_piece.memory, memory_piece.text from memory_piece
     join memory on memory.id = memory_piece.memory
     where memory_piece.id in (select value from json_each(:ids))
     and memory.scope in (select value from json_each(:scopes)) and (:type is null or memory.content_type = :type)
     and not exists (select 1 from json_each(:tags) as wanted
       where wanted.value not in (select value from json_each(memory.tags)))`,
  )
  const total = database.prepare('select count(*) as n from memory_piece')

  const weightsOf = (words: readonly string[]): Map<string, number> => {
    const all = (total.get() as { n: number }).n
    return new Map(
      words.map((word) => {
        const { n } = hits.get(matchAny([word])) as { n: number }
        return [word, Math.log(1 + all / (1 + n))]
      }),
    )
  }

  return (query, filter, vector, sets) => {
    const words = askedWords(query)
    const weights = weightsOf(words)
    const weightOfAll = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
    const isFiltered = filter.type !== null || filter.tags.length > 0
    const most = isFiltered ? CANDIDATES_FILTERED : CANDIDATES
    const scopes = JSON.stringify(filter.scopes)
    const similarities = new Map<number, number>()
    if (vector !== null) {
      for (const set of sets)
        for (const { key, similarity } of set.nearest(vector, most)) similarities.set(key, similarity)
    }
    const match = matchAny(words)
    const worded = match === null ? [] : (byWords.all(match, scopes, most) as { id: number }[]).map(({ id }) => id)
    const ids = JSON.stringify([...new Set([...worded, ...similarities.keys()])])
    const coverages = new Map<number, number>()
    for (const [word, weight] of weights) {
      for (const { id } of holders.all(matchAny([word]), ids) as { id: number }[]) {
        coverages.set(id, (coverages.get(id) ?? 0) + weight / weightOfAll)
      }
    }
    const rows = pieces.all({
      ':ids': ids,
      ':scopes': scopes,
      ':type': filter.type,
      ':tags': JSON.stringify(filter.tags),
    }) as unknown as PieceRow[]
    const best = new Map<string, FoundPiece>()
    for (const { id, memory, text } of rows) {
      const similarity = similarities.get(id) ?? similarityIn(sets, id, vector)
      const coverage = Math.min(1, coverages.get(id) ?? 0)
      const score = scoreOf(similarity, coverage)
      if (score > (best.get(memory)?.score ?? -1)) best.set(memory, { memory, text, score, similarity, coverage })
    }
    return [...best.values()].sort((a, b) => b.score - a.score || a.memory.localeCompare(b.memory))
  }
}

function similarityIn(sets: readonly VectorSet[], id: number, vector: Float32Array | null): number | undefined {
  if (vector === null) return undefined
  for (const set of sets) {
    const similarity = set.similarity(id, vector)
    if (similarity !== undefined) return similarity
  }
  return undefined
}
