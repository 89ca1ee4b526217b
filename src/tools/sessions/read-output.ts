import { HostError } from '../../base/host-error.ts'
import type { SessionView } from '../../contract/terminals.ts'
import { plainText } from './plain-text.ts'
import type { Sessions } from './sessions.ts'

export interface Wanted {
  readonly cursor?: number | undefined
  readonly maxBytes: number
  readonly tailLines?: number | undefined
  readonly waitMs?: number
  readonly until?: string | undefined
  readonly end?: number | undefined
  readonly signal?: AbortSignal
}

export interface ReadOutput {
  readonly text: string
  readonly start: number
  readonly next: number
  readonly gap: number
  readonly isMatched: boolean
  /** What people did at it meanwhile. */
  readonly notes: readonly string[]
  readonly session: SessionView
}

const PATTERN_CHARS = 500

/** Output since a position, after waiting for it if that is wanted. A terminal's is given as people read it. */
export async function readOutput(
  { terminals, limits, notes }: Pick<Sessions, 'terminals' | 'limits' | 'notes'>,
  session: SessionView,
  { cursor, maxBytes, tailLines, waitMs = 0, until, end, signal }: Wanted,
): Promise<ReadOutput> {
  const { id } = session
  if ((cursor ?? 0) < 0 || (tailLines ?? 1) < 1 || waitMs < 0) {
    throw new HostError('INVALID_PARAMETERS', 'A position or a time is below zero, or no lines are asked for.')
  }
  const now = await terminals.refresh(id)
  if (cursor !== undefined && cursor > now.end) {
    throw new HostError('INVALID_PARAMETERS', `cursor is ${cursor}, beyond the end at ${now.end}.`, {
      hint: 'Go on with the position that the last read gave.',
    })
  }
  let isMatched = false
  if (waitMs > 0 || until !== undefined) {
    const { reason } = await terminals.wait(id, {
      cursor: cursor ?? (until === undefined ? now.end : now.oldest),
      timeoutMs: Math.min(waitMs, limits.waitMaxMs),
      ...(until === undefined ? {} : { until: { pattern: checkedPattern(until) } }),
      ...(signal === undefined ? {} : { signal }),
    })
    isMatched = reason === 'met'
  }
  const read = await terminals.read(id, {
    maxBytes,
    ...(tailLines === undefined ? (cursor === undefined ? {} : { cursor }) : { tailLines }),
    ...(end === undefined ? {} : { end }),
  })
  return {
    text: session.kind === 'pty' ? plainText(read.text) : read.text,
    start: read.start,
    next: read.next,
    gap: read.gap,
    isMatched,
    notes: notes.take(id),
    session: await terminals.refresh(id),
  }
}

function checkedPattern(pattern: string): string {
  try {
    if (pattern.length <= PATTERN_CHARS) return new RegExp(pattern, 'm').source
  } catch {
    // Told below, in the same words.
  }
  throw new HostError('INVALID_PARAMETERS', 'until is not a regular expression, or longer than 500 characters.')
}
