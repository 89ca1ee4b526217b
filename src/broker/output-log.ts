import type { OutputStream } from '../contract/terminals.ts'
import { openSpillFile, type SpillFile } from './spill-file.ts'

/** Everything a program printed, by absolute position: the newest in memory, older on disk, the oldest gone. */
export interface OutputLog {
  readonly append: (bytes: Uint8Array, stream?: OutputStream) => void
  readonly end: () => number
  readonly oldest: () => number
  /** From `cursor` on, or from the oldest there is. */
  readonly read: (cursor: number, maxBytes: number) => LogWindow
  readonly close: () => void
}

export interface LogWindow {
  readonly start: number
  readonly bytes: Buffer
  readonly segments: readonly Segment[]
}

/** Consecutive pieces of a window, by stream. */
export interface Segment {
  readonly stream: OutputStream
  readonly length: number
}

interface Options {
  readonly memoryBytes: number
  readonly spillBytes: number
  readonly spillPath: string
}

interface Block {
  readonly start: number
  bytes: Buffer
  used: number
}

const SMALL_BLOCK_BYTES = 2 * 1024
const BLOCK_BYTES = 64 * 1024
/** Of a program that alternates between its streams with every byte only the newest changes are kept. */
const SWITCHES_MAX = 4_096

export function createOutputLog({ memoryBytes, spillBytes, spillPath }: Options): OutputLog {
  const blocks: Block[] = []
  let end = 0
  /** Where the bytes in memory begin. */
  let inMemory = 0
  let oldest = 0
  let spill: SpillFile | 'failed' | undefined
  const switches: { at: number; stream: OutputStream }[] = []

  const evict = (): void => {
    const block = blocks.shift()
    if (block === undefined) return
    inMemory = block.start + block.used
    try {
      spill ??= openSpillFile(spillPath, spillBytes)
      if (spill !== 'failed') spill.write(block.bytes.subarray(0, block.used), block.start)
    } catch {
      // A full disk costs the history, and readers are told by `oldest`.
      if (spill !== undefined && spill !== 'failed') spill.close()
      spill = 'failed'
    }
    oldest = spill === 'failed' ? inMemory : Math.max(oldest, inMemory - spillBytes)
  }

  const blockWithRoom = (): Block => {
    const last = blocks.at(-1)
    if (last !== undefined && last.used < last.bytes.length) return last
    if (last !== undefined && last.bytes.length < BLOCK_BYTES) {
      const grown = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, last.bytes.length * 4))
      last.bytes.copy(grown)
      last.bytes = grown
      return last
    }
    const size = blocks.length === 0 && end === 0 ? SMALL_BLOCK_BYTES : BLOCK_BYTES
    const block = { start: end, bytes: Buffer.allocUnsafeSlow(size), used: 0 }
    blocks.push(block)
    return block
  }

  return {
    append: (bytes, stream = 'stdout') => {
      if (bytes.length === 0) return
      if ((switches.at(-1)?.stream ?? 'stdout') !== stream) {
        switches.push({ at: end, stream })
        if (switches.length > SWITCHES_MAX) switches.splice(0, SWITCHES_MAX / 2)
      }
      let from = 0
      while (from < bytes.length) {
        const block = blockWithRoom()
        const length = Math.min(bytes.length - from, block.bytes.length - block.used)
        block.bytes.set(bytes.subarray(from, from + length), block.used)
        block.used += length
        from += length
        end += length
      }
      while (end - inMemory > memoryBytes && blocks.length > 1) evict()
    },
    end: () => end,
    oldest: () => oldest,
    read: (cursor, maxBytes) => {
      const start = Math.min(Math.max(cursor, oldest), end)
      const until = Math.min(end, start + maxBytes)
      const pieces: Buffer[] = []
      if (start < inMemory && spill !== undefined && spill !== 'failed') {
        pieces.push(spill.read(start, Math.min(until, inMemory) - start))
      }
      for (const block of blocks) {
        const from = Math.max(start, block.start)
        const to = Math.min(until, block.start + block.used)
        if (from < to) pieces.push(Buffer.from(block.bytes.subarray(from - block.start, to - block.start)))
      }
      return { start, bytes: Buffer.concat(pieces), segments: segmentsOf(switches, start, until) }
    },
    close: () => {
      if (spill !== undefined && spill !== 'failed') spill.close()
      spill = 'failed'
      blocks.length = 0
    },
  }
}

function segmentsOf(
  switches: readonly { readonly at: number; readonly stream: OutputStream }[],
  start: number,
  end: number,
): Segment[] {
  const segments: Segment[] = []
  let at = start
  let stream: OutputStream = 'stdout'
  for (const change of switches) {
    if (change.at >= end) break
    if (change.at > at) segments.push({ stream, length: change.at - at })
    at = Math.max(at, change.at)
    stream = change.stream
  }
  if (end > at) segments.push({ stream, length: end - at })
  return segments
}
