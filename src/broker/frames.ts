/** A JSON header and raw bytes: `u32 length of the rest, u32 length of the header, header, bytes`. */
export interface Frame {
  readonly header: Readonly<Record<string, unknown>>
  readonly body: Buffer
}

export const FRAME_MAX_BYTES = 32 * 1024 * 1024
const EMPTY = Buffer.alloc(0)
const LENGTHS_BYTES = 8

export function encodeFrame(header: object, body: Uint8Array = EMPTY): Buffer {
  const text = Buffer.from(JSON.stringify(header))
  const frame = Buffer.allocUnsafe(LENGTHS_BYTES + text.length + body.length)
  frame.writeUInt32BE(frame.length - 4, 0)
  frame.writeUInt32BE(text.length, 4)
  text.copy(frame, LENGTHS_BYTES)
  frame.set(body, LENGTHS_BYTES + text.length)
  return frame
}

/** Gives whole frames, however the bytes arrive. Throws for what can be no frame: the connection is then of no use. */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let have = 0
  let need = LENGTHS_BYTES
  return (chunk) => {
    parts.push(chunk)
    have += chunk.length
    if (have < need) return
    let data = parts.length === 1 ? chunk : Buffer.concat(parts)
    for (;;) {
      need = data.length < LENGTHS_BYTES ? LENGTHS_BYTES : 4 + lengthOf(data)
      if (data.length < need) break
      onFrame(decode(data.subarray(0, need)))
      data = data.subarray(need)
    }
    parts = data.length === 0 ? [] : [data]
    have = data.length
  }
}

function lengthOf(data: Buffer): number {
  const length = data.readUInt32BE(0)
  if (length < 4 || length > FRAME_MAX_BYTES || data.readUInt32BE(4) > length - 4) {
    throw new RangeError('this is no frame')
  }
  return length
}

function decode(data: Buffer): Frame {
  const headerEnd = LENGTHS_BYTES + data.readUInt32BE(4)
  const header: unknown = JSON.parse(data.toString('utf8', LENGTHS_BYTES, headerEnd))
  if (typeof header !== 'object' || header === null) throw new TypeError('a frame has a header')
  return { header: header as Frame['header'], body: data.subarray(headerEnd) }
}
