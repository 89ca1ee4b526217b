import type { LineIndexes } from './line-index.ts'
import type { OpenFile } from './open-file.ts'
import { cutAtCharacter, readAt, requireText, SYNC_BYTES } from './read-bytes.ts'

export interface LineWindow {
  /** Counted from 1. */
  readonly first: number
  readonly count: number
  readonly maxBytes: number
}

export interface ReadLines {
  /** The exact text of the lines, their ends included: windows put together give the file. */
  readonly content: string
  readonly lineCount: number
  readonly totalLines: number
  /** The byte limit ended the window before `count` did. */
  readonly isCut: boolean
  /** Not even the first line fits into the byte limit. */
  readonly isLineCut: boolean
  /** The bytes of the whole file, where all of it was read. */
  readonly whole?: Buffer
}

type ReadSlice = (position: number, length: number) => Promise<Buffer>

const NEWLINE = 10
const SKIP_BYTES = 64 * 1024
const PROBE_BYTES = 8 * 1024

export async function readLineWindow(
  file: OpenFile,
  window: LineWindow,
  indexes: LineIndexes,
  signal?: AbortSignal,
): Promise<ReadLines> {
  const size = Number(file.stats.size)
  if (size <= SYNC_BYTES) {
    const bytes = await readAt(file, 0, size > 0 ? size : SYNC_BYTES)
    requireText(bytes, file.path)
    const slice: ReadSlice = async (position, length) => bytes.subarray(position, position + length)
    return { ...(await extract(slice, { line: 1, offset: 0 }, window, countLines(bytes))), whole: bytes }
  }
  requireText(await readAt(file, 0, PROBE_BYTES), file.path)
  const index = await indexes.of(file, signal)
  const slice: ReadSlice = (position, length) => readAt(file, position, length)
  return extract(slice, index.before(window.first), window, index.totalLines)
}

async function extract(
  slice: ReadSlice,
  from: { readonly line: number; readonly offset: number },
  { first, count, maxBytes }: LineWindow,
  totalLines: number,
): Promise<ReadLines> {
  if (first > totalLines) return { content: '', lineCount: 0, totalLines, isCut: false, isLineCut: false }
  const start = await skipLines(slice, from.offset, first - from.line)
  const bytes = await slice(start, maxBytes + 1)
  const { end, lines } = endOfLines(bytes.subarray(0, maxBytes), count)
  const isComplete = lines === count || bytes.length <= maxBytes
  if (isComplete) {
    const kept = lines === count ? bytes.subarray(0, end) : bytes
    return { content: kept.toString(), lineCount: countLines(kept), totalLines, isCut: false, isLineCut: false }
  }
  if (lines > 0) {
    return { content: bytes.toString('utf8', 0, end), lineCount: lines, totalLines, isCut: true, isLineCut: false }
  }
  return { content: cutAtCharacter(bytes, maxBytes).toString(), lineCount: 1, totalLines, isCut: true, isLineCut: true }
}

async function skipLines(slice: ReadSlice, offset: number, lines: number): Promise<number> {
  let position = offset
  let left = lines
  while (left > 0) {
    const bytes = await slice(position, SKIP_BYTES)
    if (bytes.length === 0) break
    const found = endOfLines(bytes, left)
    position += found.lines === left ? found.end : bytes.length
    left -= found.lines
  }
  return position
}

/** Where the `count`th line ends, or the last complete one before it. */
function endOfLines(bytes: Buffer, count: number): { end: number; lines: number } {
  let end = 0
  let lines = 0
  while (lines < count) {
    const newline = bytes.indexOf(NEWLINE, end)
    if (newline === -1) break
    end = newline + 1
    lines += 1
  }
  return { end, lines }
}

function countLines(bytes: Buffer): number {
  const { end, lines } = endOfLines(bytes, Number.POSITIVE_INFINITY)
  return end < bytes.length ? lines + 1 : lines
}
