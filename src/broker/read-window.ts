import { openTail, strayLead } from './cut-characters.ts'
import type { OutputLog } from './output-log.ts'
import type { Operations, ReadReply } from './protocol.ts'

const WINDOW_MAX_BYTES = 1024 * 1024
/** Lines are counted from the end within this. */
const TAIL_MAX_BYTES = 1024 * 1024
const NEWLINE = 0x0a

/** Whole characters only: what is cut off at the end comes with the next window. */
export function readWindow(
  log: OutputLog,
  { cursor, maxBytes, tailBytes, tailLines, end }: Operations['read'][0],
  isOver: boolean,
): { readonly reply: ReadReply; readonly body: Buffer } {
  const limit = Math.min(end ?? log.end(), log.end())
  const from = startOf(log, limit, { cursor, tailBytes, tailLines })
  const size = Math.max(0, Math.min(maxBytes, WINDOW_MAX_BYTES, limit - Math.max(from, log.oldest())))
  const window = log.read(from, size)
  const isLast = window.start + window.bytes.length === log.end() && isOver
  const lead = window.start > 0 && (from < window.start || tailBytes !== undefined) ? strayLead(window.bytes) : 0
  const tail = isLast ? 0 : openTail(window.bytes)
  // A window smaller than one character would never move on.
  const body = window.bytes.subarray(lead, Math.max(lead, window.bytes.length - tail))
  const bytes = body.length === 0 && window.bytes.length > 0 && maxBytes < 4 ? window.bytes : body
  const start = bytes === body ? window.start + lead : window.start
  const next = start + bytes.length
  return {
    reply: {
      start,
      next,
      oldest: log.oldest(),
      end: log.end(),
      isEnd: isOver && next >= log.end(),
      segments: cutSegments(window.segments, start - window.start, bytes.length),
    },
    body: bytes,
  }
}

function startOf(
  log: OutputLog,
  limit: number,
  { cursor, tailBytes, tailLines }: Pick<Operations['read'][0], 'cursor' | 'tailBytes' | 'tailLines'>,
): number {
  if (tailBytes !== undefined) return Math.max(0, limit - tailBytes)
  if (tailLines === undefined) return cursor
  const start = Math.max(log.oldest(), limit - TAIL_MAX_BYTES)
  const { bytes } = log.read(start, limit - start)
  // The last line end closes the last line; it does not begin another.
  let at = bytes.at(-1) === NEWLINE ? bytes.length - 1 : bytes.length
  for (let lines = 0; lines < tailLines; lines += 1) {
    if (at <= 0) return start
    at = bytes.lastIndexOf(NEWLINE, at - 1)
    if (at === -1) return start
  }
  return start + at + 1
}

function cutSegments(segments: ReadReply['segments'], skip: number, length: number): ReadReply['segments'] {
  const cut: { stream: 'stdout' | 'stderr'; length: number }[] = []
  let before = skip
  let left = length
  for (const segment of segments) {
    const rest = segment.length - before
    before = Math.max(0, -rest)
    if (rest <= 0 || left <= 0) continue
    cut.push({ stream: segment.stream, length: Math.min(rest, left) })
    left -= rest
  }
  return cut
}
