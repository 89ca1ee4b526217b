import { read } from 'node:fs'
import { promisify } from 'node:util'
import { fileError } from './file-error.ts'
import type { OpenFile } from './open-file.ts'

export interface LineIndex {
  readonly totalLines: number
  /** The nearest known line start at or before `line`. */
  readonly before: (line: number) => { readonly line: number; readonly offset: number }
}

export interface LineIndexes {
  readonly of: (file: OpenFile, signal?: AbortSignal) => Promise<LineIndex>
}

const LINES_PER_MARK = 256
const CHUNK_BYTES = 1024 * 1024
const MARKS_KEPT = 500_000
/** A file written a moment ago may be written again within one tick of its time stamp. */
const SETTLED_MS = 100

const NEWLINE = 10
const readAsync = promisify(read)

interface Scan {
  readonly marks: readonly number[]
  readonly totalLines: number
}

/** Remembers where lines start in large files, sparsely, so that a window far down costs as little as the first. */
export function createLineIndexes(): LineIndexes {
  const kept = new Map<string, Scan>()
  let marksKept = 0

  const keep = (key: string, scan: Scan) => {
    kept.set(key, scan)
    marksKept += scan.marks.length
    for (const [oldest, { marks }] of kept) {
      if (marksKept <= MARKS_KEPT) break
      kept.delete(oldest)
      marksKept -= marks.length
    }
  }

  return {
    async of(file, signal) {
      const { dev, ino, size, mtimeNs, ctimeNs, mtimeMs } = file.stats
      const key = `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
      const known = kept.get(key)
      if (known !== undefined) {
        // Last used is last in line to go.
        kept.delete(key)
        kept.set(key, known)
        return indexOf(known)
      }
      const isSettled = Date.now() - Number(mtimeMs) > SETTLED_MS
      const scan = await scanLines(file, signal)
      if (isSettled && !kept.has(key)) keep(key, scan)
      return indexOf(scan)
    },
  }
}

function indexOf({ marks, totalLines }: Scan): LineIndex {
  return {
    totalLines,
    before: (line) => {
      const mark = Math.min(Math.floor((line - 1) / LINES_PER_MARK), marks.length - 1)
      return { line: mark * LINES_PER_MARK + 1, offset: marks[mark] ?? 0 }
    },
  }
}

async function scanLines(file: OpenFile, signal?: AbortSignal): Promise<Scan> {
  const size = Number(file.stats.size)
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
  const marks = [0]
  let lines = 0
  let position = 0
  let lastByte = NEWLINE
  while (position < size) {
    signal?.throwIfAborted()
    const { bytesRead } = await readAsync(file.fd, chunk, 0, Math.min(CHUNK_BYTES, size - position), position).catch(
      (cause: unknown) => {
        throw fileError(cause, file.path)
      },
    )
    if (bytesRead === 0) break
    const part = chunk.subarray(0, bytesRead)
    for (let at = part.indexOf(NEWLINE); at !== -1; at = part.indexOf(NEWLINE, at + 1)) {
      lines += 1
      if (lines % LINES_PER_MARK === 0) marks.push(position + at + 1)
    }
    position += bytesRead
    lastByte = part[bytesRead - 1] ?? NEWLINE
  }
  return { marks, totalLines: lastByte === NEWLINE ? lines : lines + 1 }
}
