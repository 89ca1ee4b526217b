import { isUtf8 } from 'node:buffer'
import { HostError } from '../base/host-error.ts'
import type { LineIndexes } from './line-index.ts'
import type { OpenFile } from './open-file.ts'
import { asUtf8, cutAtCharacter, readAt, requireText, SYNC_BYTES } from './read-bytes.ts'
import type { TextForm } from './text-encoding.ts'

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
  /** The hash of the whole file, where a run read all of it. */
  readonly sha256?: string
}

type ReadSlice = (position: number, length: number) => Promise<Buffer>

const NEWLINE = 10
const SKIP_BYTES = 64 * 1024
const PROBE_BYTES = 8 * 1024
const RETURN = 13
const WIDE_BYTES = 16 * 1024 * 1024

export async function readLineWindow(
  file: OpenFile,
  window: LineWindow,
  indexes: LineIndexes,
  signal?: AbortSignal,
): Promise<ReadLines> {
  const size = Number(file.stats.size)
  if (size <= SYNC_BYTES) {
    const read = await readAt(file, 0, size > 0 ? size : SYNC_BYTES)
    const bytes = withNewlines(asUtf8(read, requireText(read, file.path, read.length)))
    const slice: ReadSlice = async (position, length) => bytes.subarray(position, position + length)
    return { ...(await extract(slice, { line: 1, offset: 0 }, window, countLines(bytes))), whole: read }
  }
  const probe = cutAtCharacter(await readAt(file, 0, PROBE_BYTES), PROBE_BYTES)
  const form = requireText(probe, file.path, size)
  if (form.encoding === 'utf-16le' || form.encoding === 'utf-16be') return wideWindow(file, window, form)
  const index = await indexes.of(file, signal)
  const slice: ReadSlice = (position, length) => readAt(file, position, length)
  return extract(slice, index.before(window.first), window, index.totalLines)
}

/** Lines of UTF-16 are found in the whole text, up to a size. */
async function wideWindow(file: OpenFile, window: LineWindow, form: TextForm): Promise<ReadLines> {
  const size = Number(file.stats.size)
  if (size > WIDE_BYTES) {
    throw new HostError('TOO_LARGE', `${file.path} is UTF-16 text of ${size} bytes; up to ${WIDE_BYTES} can be read.`, {
      hint: 'Convert it to UTF-8 first.',
    })
  }
  const bytes = withNewlines(asUtf8(await readAt(file, 0, size), form))
  const slice: ReadSlice = async (position, length) => bytes.subarray(position, position + length)
  return extract(slice, { line: 1, offset: 0 }, window, countLines(bytes))
}

/** Where nothing but carriage returns ends lines, they are shown as newlines. */
function withNewlines(bytes: Buffer): Buffer {
  if (bytes.includes(NEWLINE) || !bytes.includes(RETURN)) return bytes
  return Buffer.from(bytes.map((byte) => (byte === RETURN ? NEWLINE : byte)))
}

/** What is not UTF-8 is Latin-1, as it is for edits. */
function textOf(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString() : bytes.toString('latin1')
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
    return { content: textOf(kept), lineCount: countLines(kept), totalLines, isCut: false, isLineCut: false }
  }
  if (lines > 0) {
    return { content: textOf(bytes.subarray(0, end)), lineCount: lines, totalLines, isCut: true, isLineCut: false }
  }
  return { content: textOf(cutAtCharacter(bytes, maxBytes)), lineCount: 1, totalLines, isCut: true, isLineCut: true }
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
