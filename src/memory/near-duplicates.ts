import { askedWords, matchAny, wordsOf } from '../base/words.ts'
import type { Database } from '../storage/database.ts'

/** Memories of a scope that say nearly the same in nearly the same words. They are listed, never merged. */
export type NearDuplicates = (scope: string, content: string, except: string) => readonly string[]

const CANDIDATES = 20
const LISTED = 5
const SHARED_SHARE = 0.7
/** Whole documents are not compared word by word. */
const COMPARED_CHARS = 4_000

export function createNearDuplicates(database: Database): NearDuplicates {
  const similar = database.prepare(
    `select distinct memory.id, substr(memory.content, 1, ${COMPARED_CHARS}) as content from memory_words
     join memory_piece on memory_piece.id = memory_words.rowid join memory on memory.id = memory_piece.memory
     where memory_words match ? and memory.scope = ? and memory.id <> ? order by memory_words.rank limit ?`,
  )
  return (scope, content, except) => {
    const text = content.slice(0, COMPARED_CHARS)
    const match = matchAny(askedWords(text))
    if (match === null) return []
    const words = new Set(wordsOf(text))
    const rows = similar.all(match, scope, except, CANDIDATES) as { id: string; content: string }[]
    const near = rows.filter((row) => sharedShare(words, new Set(wordsOf(row.content))) >= SHARED_SHARE)
    return near.slice(0, LISTED).map(({ id }) => id)
  }
}

function sharedShare(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length
  return shared / (a.size + b.size - shared || 1)
}
