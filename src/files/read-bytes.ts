import { read, readSync } from 'node:fs'
import { promisify } from 'node:util'
import { HostError } from '../base/host-error.ts'
import { fileError } from './file-error.ts'
import { fileTypeOf, hexHead, isShowable } from './file-type.ts'
import type { OpenFile } from './open-file.ts'
import { decodeText, formOf, type TextForm } from './text-encoding.ts'

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
  const total = Math.max(size, bytes.length)
  const truncated = total > maxBytes
  const kept = truncated ? cutAtCharacter(bytes, maxBytes) : bytes
  const { encoding } = requireText(kept, file.path, total)
  const content = { content: textOf(encoding, kept, bytes.subarray(0, maxBytes)), size: total, truncated }
  return truncated ? content : { ...content, whole: bytes }
}

export async function readWhole(file: OpenFile, maxBytes: number, signal?: AbortSignal): Promise<Buffer> {
  const size = Number(file.stats.size)
  const bytes = size > 0 ? await readAt(file, 0, Math.min(size, maxBytes + 1)) : await readUnsized(file, maxBytes + 1)
  signal?.throwIfAborted()
  if (Math.max(size, bytes.length) <= maxBytes) return bytes
  throw new HostError('TOO_LARGE', `${file.path} has more than ${maxBytes} bytes.`)
}

function textOf(encoding: TextForm['encoding'], utf8: Buffer, bytes: Buffer): string {
  if (encoding === 'utf-8') return utf8.toString()
  const length = encoding === 'latin-1' ? bytes.length : bytes.length - (bytes.length % 2)
  const text = asUtf8(bytes.subarray(0, length), { encoding, bom: false }).toString()
  // Half of a pair at the end became a replacement mark on the way.
  return text.endsWith('\ufffd') ? text.slice(0, -1) : text
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

/** Refuses what is no text, and says what it is. `size` is that of the whole file. */
export function requireText(bytes: Buffer, path: string, size: number): TextForm {
  const type = fileTypeOf(bytes)
  const form = type !== null && (isBinary(bytes) || isShowable(type.mimeType)) ? null : formOf(bytes)
  if (form !== null) return form
  throw new HostError(
    'INVALID_PARAMETERS',
    `${path} is a binary file, not text: ${type?.name ?? 'of an unknown kind'}, ${size} bytes.`,
    { hint: `It begins with:\n${hexHead(bytes)}`, details: { mimeType: type?.mimeType ?? null } },
  )
}

/** As UTF-8, whatever it was; a mark goes with an encoding that needs one. */
export function asUtf8(bytes: Buffer, form: TextForm): Buffer {
  if (form.encoding === 'utf-8') return bytes
  return Buffer.from(decodeText(bytes)?.text ?? bytes.toString())
}
