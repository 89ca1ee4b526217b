import type { Claim } from './match-reader.ts'
import type { SearchFile } from './search-tree.ts'

export interface ShownLine {
  readonly text: string
  readonly matchText: string | null
  /** Characters from the beginning of the line, counted from 1. */
  readonly column: number | null
  readonly before: readonly string[]
  readonly after: readonly string[]
}

interface Showing {
  readonly context: number
  readonly lineChars: number
}

/** One file of which lines are to be shown. */
export interface FileView {
  /** Null if the file does not say any more what was found in it. */
  readonly show: (claim: Claim, showing: Showing) => ShownLine | null
}

const UTF16_BYTES = 8 * 1024 * 1024
const BYTES_PER_CHAR = 4

/** Everything shown comes from this file, never from what another process said about it. */
export function createFileView(file: SearchFile): FileView {
  const mark = file.read(0, 3)
  if (mark[0] === 0xff && mark[1] === 0xfe) return utf16View(file, 'utf-16le')
  if (mark[0] === 0xfe && mark[1] === 0xff) return utf16View(file, 'utf-16be')
  const shift = mark[0] === 0xef && mark[1] === 0xbb && mark[2] === 0xbf ? 3 : 0
  return {
    show(claim, showing) {
      const at = shift + claim.offset
      const shown =
        claim.text === null ? longLine(file, claim, at, showing) : wholeLine(file, claim.text, claim, at, showing)
      if (shown === null || showing.context === 0) return shown
      const end = claim.text === null ? null : at + claim.text.length
      return { ...shown, ...surroundings(file, { first: shift, at, end }, showing) }
    },
  }
}

type Bare = Pick<Claim, 'start' | 'end'>

function wholeLine(
  file: SearchFile,
  text: Buffer,
  { start, end }: Bare,
  at: number,
  showing: Showing,
): ShownLine | null {
  if (!file.read(at, text.length).equals(text)) return null
  const line = withoutEnding(text.toString())
  if (start === null || end === null) return lineOf(line, null, 0, showing)
  const column = text.toString('utf8', 0, start).length
  return lineOf(line, text.toString('utf8', start, end), column, showing)
}

/** Of a line that is too long to be handled whole, the part around the match. */
function longLine(file: SearchFile, { start, end }: Bare, at: number, { lineChars }: Showing): ShownLine | null {
  const lead = Math.min(start ?? 0, Math.floor(lineChars / 4))
  const from = at + (start ?? 0) - lead
  const bytes = file.read(from, lineChars * BYTES_PER_CHAR)
  const newline = bytes.indexOf(10)
  const part = bytes.toString('utf8', 0, newline === -1 ? bytes.length : newline).replace(/^\ufffd+/, '')
  const matched =
    start === null || end === null ? null : file.read(at + start, Math.min(end - start, lineChars)).toString()
  const text = `${from > at ? '…' : ''}${cut(part, lineChars)}`
  return { text, matchText: matched, column: null, before: [], after: [] }
}

function lineOf(line: string, matchText: string | null, column: number, { lineChars }: Showing): ShownLine {
  const isCut = line.length > lineChars && column + (matchText?.length ?? 0) > lineChars
  const from = isCut ? Math.max(0, column - Math.floor(lineChars / 4)) : 0
  return {
    text: `${from > 0 ? '…' : ''}${cut(line.slice(from), lineChars)}`,
    matchText: matchText === null ? null : cut(withoutEnding(matchText), lineChars),
    column: matchText === null ? null : column + 1,
    before: [],
    after: [],
  }
}

interface Span {
  readonly first: number
  readonly at: number
  /** Null if the line's end is not known. */
  readonly end: number | null
}

function surroundings(file: SearchFile, { first, at, end }: Span, { context, lineChars }: Showing) {
  const room = context * lineChars * BYTES_PER_CHAR
  const start = Math.max(first, at - room)
  const above = splitLines(file.read(start, at - start))
  const below = end === null ? [] : splitLines(file.read(end, room))
  return {
    before: above.slice(-context).map((line) => cut(line, lineChars)),
    after: below.slice(0, context).map((line) => cut(line, lineChars)),
  }
}

function splitLines(bytes: Buffer): string[] {
  if (bytes.length === 0) return []
  const lines = bytes.toString().split('\n').map(withoutEnding)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

function utf16View(file: SearchFile, encoding: 'utf-16le' | 'utf-16be'): FileView {
  let lines: readonly string[] | undefined
  return {
    show({ line, text, start, end }, showing) {
      if (file.size > UTF16_BYTES || text === null) return null
      lines ??= new TextDecoder(encoding).decode(file.read(0, file.size)).split('\n').map(withoutEnding)
      const own = lines[line - 1]
      if (own === undefined || own !== withoutEnding(text.toString())) return null
      const [from, to] = [start ?? 0, end ?? 0]
      const shown = lineOf(
        own,
        start === null ? null : text.toString('utf8', from, to),
        text.toString('utf8', 0, from).length,
        showing,
      )
      const { context, lineChars } = showing
      return {
        ...shown,
        before: lines.slice(Math.max(0, line - 1 - context), line - 1).map((one) => cut(one, lineChars)),
        after: context === 0 ? [] : lines.slice(line, line + context).map((one) => cut(one, lineChars)),
      }
    },
  }
}

function withoutEnding(text: string): string {
  return text.replace(/\r?\n?$/, '')
}

function cut(line: string, chars: number): string {
  if (line.length <= chars) return line
  return `${line.slice(0, chars).replace(/[\ud800-\udbff]$/, '')}…`
}
