const NEWLINE = 10

export interface FrameSink {
  readonly frame: (bytes: Uint8Array) => void
  /** A frame over the limit has been skipped to its end. */
  readonly oversized: () => void
}

/** Cuts a byte stream at newlines. Bytes are copied once, when a frame spans chunks; an oversized frame is never kept. */
export function createFrameReader(maxBytes: number, sink: FrameSink): (chunk: Uint8Array) => void {
  let parts: Uint8Array[] = []
  let size = 0
  let isSkipping = false

  const keep = (part: Uint8Array) => {
    if (isSkipping || part.length === 0) return
    size += part.length
    if (size <= maxBytes) {
      parts.push(part)
      return
    }
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
    if (wasSkipping) return sink.oversized()
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
