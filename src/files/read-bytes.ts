import { read, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { HostError } from '../base/host-error.ts'
import { fileError } from './file-error.ts'
import type { OpenFile } from './open-file.ts'

export interface ReadContent {
  readonly content: string
  /** The file's size in bytes. */
  readonly size: number
  readonly truncated: boolean
  /** The bytes of the whole file, where all of it was read. */
  readonly whole?: Buffer
}

/** Up to here a read costs less than the hand-over to another thread. */
export const SYNC_BYTES = 256 * 1024
const UNSIZED_CHUNK_BYTES = 64 * 1024
const BINARY_PROBE_BYTES = 8 * 1024

const readAsync = promisify(read)

export async function readContent(file: OpenFile, maxBytes: number, signal?: AbortSignal): Promise<ReadContent> {
  const size = Number(file.stats.size)
  const bytes = size > 0 ? await readAt(file, 0, Math.min(size, maxBytes)) : await readUnsized(file, maxBytes + 1)
  signal?.throwIfAborted()
  requireText(bytes, file.path)
  const truncated = Math.max(size, bytes.length) > maxBytes
  const kept = truncated ? cutAtCharacter(bytes, maxBytes) : bytes
  const content = { content: kept.toString(), size: Math.max(size, bytes.length), truncated }
  return truncated ? content : { ...content, whole: bytes }
}

export async function readWhole(file: OpenFile, maxBytes: number, signal?: AbortSignal): Promise<Buffer> {
  const size = Number(file.stats.size)
  const bytes = size > 0 ? await readAt(file, 0, Math.min(size, maxBytes + 1)) : await readUnsized(file, maxBytes + 1)
  signal?.throwIfAborted()
  if (Math.max(size, bytes.length) <= maxBytes) return bytes
  throw new HostError('TOO_LARGE', `${file.path} has more than ${maxBytes} bytes.`)
}

/** Reads until `length` bytes are there or the file ends. */
export async function readAt(file: OpenFile, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let filled = 0
  try {
    while (filled < length) {
      const count =
        length <= SYNC_BYTES
          ? readSync(file.fd, bytes, filled, length - filled, position + filled)
          : (await readAsync(file.fd, bytes, filled, length - filled, position + filled)).bytesRead
      if (count === 0) break
      filled += count
    }
  } catch (cause) {
    throw fileError(cause, file.path)
  }
  return bytes.subarray(0, filled)
}

/** Files of the kernel say that they are empty and are not. */
async function readUnsized(file: OpenFile, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let total = 0
  while (total < maxBytes) {
    const chunk = await readAt(file, total, Math.min(UNSIZED_CHUNK_BYTES, maxBytes - total))
    if (chunk.length === 0) break
    chunks.push(chunk)
    total += chunk.length
  }
  return Buffer.concat(chunks)
}

/** At most `maxBytes` of UTF-8, without a character that is cut in two. */
export function cutAtCharacter(bytes: Buffer, maxBytes: number): Buffer {
  if (bytes.length < maxBytes) return bytes.subarray(0, wholeCharacters(bytes))
  return bytes.subarray(0, wholeCharacters(bytes.subarray(0, maxBytes)))
}

const LONGEST_CHARACTER = 4

function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(LONGEST_CHARACTER, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0b1100_0000) === 0b1000_0000) continue
    const length = byte < 0b1100_0000 ? 1 : byte < 0b1110_0000 ? 2 : byte < 0b1111_0000 ? 3 : 4
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

export function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, BINARY_PROBE_BYTES).includes(0)
}

export function requireText(bytes: Buffer, path: string): void {
  if (!isBinary(bytes)) return
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  throw new HostError(
    'INVALID_PARAMETERS',
    `${path} is ${isUtf16 ? 'UTF-16 text' : 'a binary file'}, not UTF-8 text.`,
    {
      hint: isUtf16 ? 'Convert it to UTF-8 first.' : 'Only text files can be read.',
    },
  )
}
