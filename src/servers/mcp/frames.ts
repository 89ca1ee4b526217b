const NEWLINE = 10

export interface FrameSink {
  readonly frame: (bytes: Uint8Array) => void
  /** A frame over the limit has been skipped to its end; this is how it began and ended. */
  readonly oversized: (head: Uint8Array, tail: Uint8Array) => void
}

const HEAD_BYTES = 512
const TAIL_BYTES = 256
const NOTHING = Buffer.alloc(0)

/** Cuts a byte stream at newlines. Bytes are copied once, when a frame spans chunks; an oversized frame is never kept. */
export function createFrameReader(maxBytes: number, sink: FrameSink): (chunk: Uint8Array) => void {
  let parts: Uint8Array[] = []
  let size = 0
  let isSkipping = false
  let head: Uint8Array = NOTHING
  let tail: Uint8Array = NOTHING

  const keep = (part: Uint8Array) => {
    if (part.length === 0) return
    size += part.length
    parts.push(part)
    if (size <= maxBytes) return
    if (!isSkipping) head = Buffer.concat(parts.map((kept) => kept.subarray(0, HEAD_BYTES))).subarray(0, HEAD_BYTES)
    tail = Buffer.concat([tail, ...parts.map((kept) => kept.subarray(-TAIL_BYTES))]).subarray(-TAIL_BYTES)
    isSkipping = true
    parts = []
  }

  const finish = (last: Uint8Array) => {
    keep(last)
    const done = parts
    const wasSkipping = isSkipping
    parts = []
    size = 0
    isSkipping = false
    if (wasSkipping) {
      sink.oversized(head, tail)
      tail = NOTHING
      return
    }
    const frame = done.length === 1 && done[0] !== undefined ? done[0] : Buffer.concat(done)
    if (!isBlank(frame)) sink.frame(frame)
  }

  return (chunk) => {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      finish(chunk.subarray(start, end))
      start = end + 1
    }
    keep(chunk.subarray(start))
  }
}

function isBlank(frame: Uint8Array): boolean {
  return frame.every((byte) => byte === 0x20 || byte === 0x0d || byte === 0x09)
}
