import { wordsOf } from '../base/words.ts'
import type { SourceSymbol } from './symbols.ts'

export interface Chunk {
  readonly firstLine: number
  readonly lastLine: number
  readonly text: string
}

const CHUNK_LINES = 40
const CHUNK_MIN_LINES = 8
const CHUNK_CHARS = 6_000
const LINE_CHARS = 1_000

/** Pieces of a file that begin where something begins: a definition with the comment above it, a heading. */
export function chunksOf(text: string, symbols: readonly SourceSymbol[]): Chunk[] {
  const lines = text.split(/\r?\n/).map((line) => (line.length > LINE_CHARS ? line.slice(0, LINE_CHARS) : line))
  const starts = beginnings(lines, symbols)
  const chunks: Chunk[] = []
  let first = 0
  let chars = 0
  const cut = (end: number): void => {
    const part = lines.slice(first, end)
    if (part.some((line) => line.trim() !== '')) {
      chunks.push({ firstLine: first + 1, lastLine: end, text: part.join('\n') })
    }
    first = end
    chars = 0
  }
  lines.forEach((line, row) => {
    const length = row - first
    const isFull = length >= CHUNK_LINES || chars + line.length > CHUNK_CHARS
    if (length > 0 && (isFull || (starts.has(row) && length >= CHUNK_MIN_LINES))) cut(row)
    chars += line.length
  })
  cut(lines.length)
  return chunks
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#|--|"""|'''|@|\[)/
const HEADING = /^#{1,6} /

function beginnings(lines: readonly string[], symbols: readonly SourceSymbol[]): Set<number> {
  const starts = new Set<number>()
  for (const { line } of symbols) {
    let row = line - 1
    while (row > 0 && COMMENT.test(lines[row - 1] ?? '')) row -= 1
    starts.add(row)
  }
  lines.forEach((line, row) => {
    if (HEADING.test(line)) starts.add(row)
  })
  return starts
}

const EMBEDDED_CHARS = 280

/**
 * What stands for a piece when meanings are compared: the words of its names, its comment and its beginning. The model
 * reads words, and time grows with their number.
 */
export function embeddedText(path: string, { text }: Chunk, names: readonly string[]): string {
  const title = [...path.split('/').slice(-2), ...names.slice(0, 4)].map(spelled).join(' ')
  return `${title}: ${spelled(text)}`.slice(0, EMBEDDED_CHARS)
}

function spelled(text: string): string {
  return text
    .replace(/[\p{L}\p{N}_$]+/gu, (identifier) => {
      const [, ...parts] = wordsOf(identifier)
      return parts.length > 0 ? parts.join(' ') : identifier
    })
    .replace(/[^\p{L}\p{N}.,!?'-]+/gu, ' ')
    .trim()
}
