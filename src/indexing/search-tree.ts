import { askedWords, matchAny, wordsOf } from '../base/words.ts'
import type { Database } from '../storage/database.ts'
import type { PieceVectors } from './piece-vectors.ts'
import type { Match, SearchRequest } from './protocol.ts'

/** Finds pieces by their words, by the names defined in them and by their meaning, and says which of it was the reason. */
export type SearchTree = (request: SearchRequest) => Match[]

interface Candidate {
  readonly id: number
  wordRank: number | null
  symbol: { readonly name: string; readonly share: number } | null
}

interface Piece {
  readonly id: number
  readonly path: string
  readonly first_line: number
  readonly last_line: number
  readonly text: string
}

const CANDIDATES = 60
const PER_FILE = 3
/** Unrelated texts have about this much in common for the model. */
const MEANING_FLOOR = 0.15
const MEANING_SHOWN = 0.3
const SNIPPET_LINES = 20
/** Less than this is no reason. */
const SCORE_MIN = 0.05

export function createSearchTree(database: Database, vectors: PieceVectors): SearchTree {
  const byWords = database.prepare(
    'select rowid as id from chunk_words where chunk_words match ? order by rank limit ?',
  )
  const hits = database.prepare('select count(*) as n from chunk_words where chunk_words match ?')
  // The plus keeps FTS5 from taking the row as its own constraint, which it would not check against a number.
  const holders = database.prepare(
    'select rowid as id from chunk_words where chunk_words match ? and +rowid in (select value from json_each(?))',
  )
  const bySymbol = database.prepare(
    `select symbol.name, chunk.id from symbol_words
     join symbol on symbol.id = symbol_words.rowid
     join chunk on chunk.file = symbol.file and symbol.line between chunk.first_line and chunk.last_line
     where symbol_words match ? order by symbol_words.rank limit ?`,
  )
  const piece = database.prepare(
    `select chunk.id, file.path, chunk.first_line, chunk.last_line, chunk.text from chunk
     join file on file.id = chunk.file where chunk.id = ?`,
  )
  const inside = database.prepare(
    `select symbol.name from symbol join chunk on chunk.file = symbol.file
     where chunk.id = ? and symbol.line <= ? and symbol.end_line >= ? order by symbol.line desc limit 1`,
  )
  const total = database.prepare('select count(*) as n from chunk')

  const gather = (request: SearchRequest, weights: ReadonlyMap<string, number>): Map<number, Candidate> => {
    const found = new Map<number, Candidate>()
    const candidate = (id: number): Candidate => {
      const known = found.get(id) ?? { id, wordRank: null, symbol: null }
      found.set(id, known)
      return known
    }
    const match = matchAny([...weights.keys()])
    if (match !== null) {
      const rows = byWords.all(match, CANDIDATES) as { id: number }[]
      rows.forEach(({ id }, rank) => {
        candidate(id).wordRank = rank
      })
      for (const { id, name } of bySymbol.all(match, CANDIDATES) as { id: number; name: string }[]) {
        const share = symbolShare(name, request.query, weights)
        const known = candidate(id)
        if ((known.symbol?.share ?? 0) < share) known.symbol = { name, share }
      }
    }
    if (request.vector !== null) {
      for (const { key } of vectors.nearest(request.model, request.vector, CANDIDATES)) candidate(key)
    }
    return found
  }

  return (request) => {
    const words = askedWords(request.query)
    const pieces = (total.get() as { n: number }).n
    const weights = new Map(
      words.map((word) => {
        const { n } = hits.get(matchAny([word])) as { n: number }
        return [word, Math.log(1 + pieces / (1 + n))]
      }),
    )
    const weightOfAll = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
    const found = gather(request, weights)
    vectors.want([...found.keys()])

    const ids = JSON.stringify([...found.keys()])
    const having = new Map(
      words.map((word) => {
        const rows = holders.all(matchAny([word]), ids) as { id: number }[]
        return [word, new Set(rows.map(({ id }) => id))]
      }),
    )
    const scored = [...found.values()].flatMap((candidate) => {
      const row = piece.get(candidate.id) as unknown as Piece | undefined
      if (row === undefined || !isBelow(row.path, request.below)) return []
      const matched = words.filter((word) => having.get(word)?.has(candidate.id))
      const coverage = matched.reduce((sum, word) => sum + (weights.get(word) ?? 0), 0) / weightOfAll
      const meaning =
        request.vector === null ? undefined : vectors.similarity(request.model, candidate.id, request.vector)
      return [{ row, candidate, matched, meaning, score: scoreOf(candidate, coverage, meaning) }]
    })
    scored.sort((a, b) => b.score - a.score || a.row.path.localeCompare(b.row.path) || a.row.id - b.row.id)

    const perFile = new Map<string, number>()
    const chosen = scored.filter(({ row, score }) => {
      const count = (perFile.get(row.path) ?? 0) + 1
      perFile.set(row.path, count)
      return count <= PER_FILE && score >= SCORE_MIN
    })
    return chosen.slice(0, request.limit).map(({ row, candidate, matched, meaning, score }) => {
      const snippet = snippetOf(row, matched)
      const around = inside.get(row.id, snippet.firstLine, snippet.firstLine) as { name: string } | undefined
      return {
        path: row.path,
        ...snippet,
        score: Math.round(score * 1_000) / 1_000,
        why: reasons(candidate, matched, meaning),
        symbol: candidate.symbol?.name ?? around?.name ?? null,
      }
    })
  }
}

/** Each reason closes a part of what is missing to 1, so that several agreeing ones outweigh a single good one. */
function scoreOf({ wordRank, symbol }: Candidate, coverage: number, meaning: number | undefined): number {
  const byWords = coverage * (0.4 + (wordRank === null ? 0 : 0.2 / (1 + wordRank / 5)))
  const byName = 0.6 * (symbol?.share ?? 0)
  const byMeaning = Math.max(0, (meaning ?? 0) - MEANING_FLOOR) * 0.9
  return 1 - (1 - byWords) * (1 - byName) * (1 - byMeaning)
}

/** 1 for the very name; else how much of the question its parts say, and how little else they say. */
function symbolShare(name: string, query: string, weights: ReadonlyMap<string, number>): number {
  if (name.toLowerCase() === query.trim().toLowerCase()) return 1
  const parts = wordsOf(name)
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1
  const said = [...weights].filter(([word]) => parts.some((part) => isSameWord(part, word)))
  const share = said.reduce((sum, [, weight]) => sum + weight, 0) / all
  const plain = parts.length > 1 ? parts.slice(1) : parts
  const fitting = plain.filter((part) => [...weights.keys()].some((word) => isSameWord(part, word))).length
  return share * (0.5 + (0.5 * fitting) / plain.length) * 0.9
}

/** As close as stems are: `remove`, `removed`; `secret`, `secrets`. */
function isSameWord(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return long === short || (short.length >= 4 && long.length - short.length <= 3 && long.startsWith(short))
}

function reasons({ symbol }: Candidate, matched: readonly string[], meaning: number | undefined): string[] {
  return [
    ...(symbol === null ? [] : [`name ${symbol.name}`]),
    ...(matched.length === 0 ? [] : [`words ${matched.slice(0, 8).join(', ')}`]),
    ...(meaning === undefined || meaning < MEANING_SHOWN ? [] : [`meaning ${meaning.toFixed(2)}`]),
  ]
}

function isBelow(path: string, directory: string): boolean {
  return directory === '' || path === directory || path.startsWith(`${directory}/`)
}

/** The part of a piece where most of the words stand. */
function snippetOf({ text, first_line }: Piece, matched: readonly string[]) {
  const lines = text.split('\n')
  const counts = lines.map((line) => {
    const lower = line.toLowerCase()
    return matched.filter((word) => lower.includes(word)).length
  })
  let best = 0
  let most = -1
  for (let start = 0; start === 0 || start + SNIPPET_LINES <= lines.length; start++) {
    const sum = counts.slice(start, start + SNIPPET_LINES).reduce((all, count) => all + count, 0)
    if (sum > most) [best, most] = [start, sum]
  }
  const shown = lines.slice(best, best + SNIPPET_LINES)
  while (shown.length > 1 && shown.at(-1)?.trim() === '') shown.pop()
  return { firstLine: first_line + best, lastLine: first_line + best + shown.length - 1, text: shown.join('\n') }
}
