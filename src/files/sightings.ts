import { hash } from 'node:crypto'
import type { BigIntStats } from 'node:fs'
import { HostError } from '../base/host-error.ts'
import { unifiedDiff } from '../base/unified-diff.ts'

/** What each run last saw of a file, so that nobody's work is overwritten unseen. */
export interface Sightings {
  /** `bytes` is the whole content where it was read as a whole: its hash is the answer. */
  readonly saw: (run: string | undefined, path: string, stats: BigIntStats, bytes?: Buffer) => string | null
  readonly gone: (run: string | undefined, path: string) => void
  /** Throws CONFLICT when the file is not what this run saw last. `read` gives the present content, null if it is too large. */
  readonly require: (
    run: string | undefined,
    path: string,
    stats: BigIntStats | null,
    read: () => Buffer | null,
    /** The new content may be shown to this run. */
    mayQuote: boolean,
  ) => void
}

interface Sighting {
  readonly stamp: string
  /** False for a file written a moment before: another write may have left the same times. */
  readonly isSettled: boolean
  readonly sha256: string | null
  /** Kept for small texts only, to say what changed. */
  readonly text: string | null
}

const SETTLED_MS = 100
const RUNS_MAX = 200
const PATHS_PER_RUN = 2_000
const TEXT_BYTES = 64 * 1024
const TEXTS_PER_RUN_BYTES = 2 * 1024 * 1024
const DIFF_CHARS = 1_500
const LINE_CHARS = 200

export function createSightings(): Sightings {
  const runs = new Map<string, { seen: Map<string, Sighting>; textBytes: number }>()

  const of = (run: string) => {
    const known = runs.get(run) ?? { seen: new Map<string, Sighting>(), textBytes: 0 }
    runs.delete(run)
    runs.set(run, known)
    for (const oldest of runs.keys()) {
      if (runs.size <= RUNS_MAX) break
      runs.delete(oldest)
    }
    return known
  }

  const forget = (known: ReturnType<typeof of>, path: string) => {
    known.textBytes -= known.seen.get(path)?.text?.length ?? 0
    known.seen.delete(path)
  }

  return {
    saw: (run, path, stats, bytes) => {
      if (run === undefined) return null
      const known = of(run)
      forget(known, path)
      const isKept =
        bytes !== undefined && bytes.length <= TEXT_BYTES && known.textBytes + bytes.length <= TEXTS_PER_RUN_BYTES
      const text = isKept ? bytes.toString() : null
      const sha256 = bytes === undefined ? null : hash('sha256', bytes)
      const isSettled = Date.now() - Number(stats.ctimeMs) > SETTLED_MS
      known.seen.set(path, { stamp: stampOf(stats), isSettled, sha256, text })
      known.textBytes += text?.length ?? 0
      for (const oldest of known.seen.keys()) {
        if (known.seen.size <= PATHS_PER_RUN) break
        forget(known, oldest)
      }
      return sha256
    },

    gone: (run, path) => {
      const known = run === undefined ? undefined : runs.get(run)
      if (known !== undefined) forget(known, path)
    },

    require: (run, path, stats, read, mayQuote) => {
      const seen = run === undefined ? undefined : runs.get(run)?.seen.get(path)
      // What is not there any more is found missing by whoever needs it.
      if (seen === undefined || stats === null) return
      const isSame = seen.stamp === stampOf(stats)
      if (isSame && (seen.isSettled || seen.sha256 === null)) return
      const bytes = read()
      if (bytes === null ? isSame : seen.sha256 === hash('sha256', bytes)) return
      throw changed(path, seen, mayQuote ? bytes : null)
    },
  }
}

function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
}

function changed(path: string, seen: Sighting, bytes: Buffer | null): HostError {
  const diff =
    seen.text === null || bytes === null
      ? ''
      : unifiedDiff({ old: 'as you saw it', fresh: 'as it is now' }, seen.text, bytes.toString(), {
          context: 1,
          lineChars: LINE_CHARS,
        }).text
  const shown = diff.length > DIFF_CHARS ? `${diff.slice(0, DIFF_CHARS)}\n…` : diff
  return new HostError('CONFLICT', `${path} was changed by someone else since you last saw it. Nothing was written.`, {
    hint:
      shown === ''
        ? 'Read it again, then repeat the call.'
        : `Read it again, then repeat the call. What changed:\n${shown}`,
  })
}
