import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
} from 'node:fs'

export type Source =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'binary' | 'large' | 'closed' | 'gone' }

const NO_FOLLOW = constants.O_NOFOLLOW ?? 0
const NO_BLOCK = constants.O_NONBLOCK ?? 0
const SNIFFED_BYTES = 8_192

/**
 * The text of a file below an index's root. What was listed a moment ago may be another file by now, so everything is
 * checked on what was opened: a regular file with one name, still below the root under its own name.
 */
export function readSource(root: string, path: string, maxBytes: number): Source {
  const full = `${root}/${path}`
  let handle: number | undefined
  try {
    handle = openSync(full, constants.O_RDONLY | NO_FOLLOW | NO_BLOCK)
    const stats = fstatSync(handle, { bigint: true })
    if (!isPlain(stats) || openedPath(handle, full) !== full) return { kind: 'closed' }
    if (stats.size > BigInt(maxBytes)) return { kind: 'large' }
    return contentOf(handle, Number(stats.size))
  } catch {
    // Removed, a link, or not ours to read: the index has the name at most.
    return { kind: 'gone' }
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

/** A file with several names may have one that is closed. */
function isPlain(stats: BigIntStats): boolean {
  return stats.isFile() && stats.nlink === 1n
}

function openedPath(handle: number, full: string): string {
  return process.platform === 'linux' ? readlinkSync(`/proc/self/fd/${handle}`) : realpathSync.native(full)
}

function contentOf(handle: number, size: number): Source {
  const bytes = Buffer.alloc(size)
  let length = 0
  while (length < size) {
    const count = readSync(handle, bytes, length, size - length, null)
    if (count === 0) break
    length += count
  }
  const read = bytes.subarray(0, length)
  const encoding = encodingOf(read)
  if (encoding === null) return { kind: 'binary' }
  return { kind: 'text', text: new TextDecoder(encoding).decode(read) }
}

/** Null for what is no text. */
function encodingOf(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return null
  return 'utf-8'
}
