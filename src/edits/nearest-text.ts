export interface NearText {
  /** Counted from 1. */
  readonly line: number
  readonly text: string
  /** The same but for spaces and tabs. */
  readonly isSpacing: boolean
}

const SHOWN = 3
const LINES_MAX = 50_000
const WORK_MAX = 2_000_000
const LIKENESS_MIN = 0.4
const EXCERPT_LINES = 6
const LINE_CHARS = 200

/** Where a text may be that was not found as it was given, best first. A suggestion; never acted on. */
export function nearestText(plain: string, wanted: string): NearText[] {
  const lines = plain.split('\n', LINES_MAX)
  const pieces = trimmedEnds(wanted.split('\n'))
  const height = Math.max(1, Math.min(pieces.length, Math.floor(WORK_MAX / Math.max(1, lines.length))))
  const looked = pieces.slice(0, height).map(bare)
  const bareLines = lines.map(bare)
  const found: { line: number; score: number }[] = []
  for (let first = 0; first + looked.length <= lines.length; first += 1) {
    const score = likeness(bareLines, first, looked)
    if (score >= LIKENESS_MIN) found.push({ line: first, score })
  }
  return found
    .sort((a, b) => b.score - a.score || a.line - b.line)
    .slice(0, SHOWN)
    .map(({ line, score }) => ({ line: line + 1, text: excerpt(lines, line, pieces.length), isSpacing: score === 1 }))
}

/** `12: const x = 1` for each line, as errors show a place. */
export function excerpt(lines: readonly string[], first: number, count: number): string {
  const shown = lines.slice(first, first + Math.min(count, EXCERPT_LINES))
  const text = shown.map((line, index) => `${first + index + 1}: ${cut(line)}`).join('\n')
  return count > EXCERPT_LINES ? `${text}\n…` : text
}

function cut(line: string): string {
  return line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS)}…` : line
}

function trimmedEnds(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== '')
  const last = lines.findLastIndex((line) => line.trim() !== '')
  return first === -1 ? [...lines] : lines.slice(first, last + 1)
}

function bare(line: string): string {
  return line.replace(/\s+/g, ' ').trim()
}

function likeness(lines: readonly string[], first: number, wanted: readonly string[]): number {
  let sum = 0
  for (const [index, piece] of wanted.entries()) {
    const line = lines[first + index] ?? ''
    if (line === piece) sum += 1
    else if (index === 0 && wanted.length > 1 && line === '') return 0
    else sum += similar(line, piece)
  }
  return sum / wanted.length
}

/** How many pairs of letters two lines share, from 0 to 1. Never 1 for different ones. */
function similar(a: string, b: string): number {
  if (a.length < 2 || b.length < 2 || a.length > 4 * b.length + 20 || b.length > 4 * a.length + 20) return 0
  const pairs = new Map<string, number>()
  for (let index = 0; index < Math.min(a.length, LINE_CHARS) - 1; index += 1) {
    const pair = a.slice(index, index + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  let shared = 0
  for (let index = 0; index < Math.min(b.length, LINE_CHARS) - 1; index += 1) {
    const pair = b.slice(index, index + 2)
    const left = pairs.get(pair) ?? 0
    if (left === 0) continue
    pairs.set(pair, left - 1)
    shared += 1
  }
  const total = Math.min(a.length, LINE_CHARS) + Math.min(b.length, LINE_CHARS) - 2
  return Math.min(0.99, (2 * shared) / total)
}
