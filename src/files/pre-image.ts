import { hash } from 'node:crypto'
import { readSync } from 'node:fs'
import type { Limits } from '../base/limits.ts'
import { fileError } from './file-error.ts'
import type { Handles } from './handles.ts'
import { type FileKind, kindOf } from './identity.ts'
import type { Location } from './locate.ts'
import { type OpenFile, openLocated } from './open-file.ts'
import { isBinary } from './read-bytes.ts'

export type PreImage =
  | { readonly kind: 'missing' }
  | { readonly kind: 'other'; readonly what: FileKind }
  | {
      readonly kind: 'file'
      readonly size: number
      readonly mtimeMs: number
      /** Null for a file too large to be hashed. */
      readonly sha256: string | null
      /** Only where it is text and was read. */
      readonly text?: string
    }

/** What a file is before a call changes it. */
export function preImageOf(handles: Handles, located: Location, limits: Limits): PreImage {
  if (located.target === null) return { kind: 'missing' }
  const kind = kindOf(located.target)
  if (kind !== 'file') return { kind: 'other', what: kind }
  using file = openLocated(handles, located)
  const size = Number(file.stats.size)
  const known = { kind: 'file', size, mtimeMs: Number(file.stats.mtimeMs) } as const
  if (size > limits.digestContentBytes) return { ...known, sha256: null }
  const bytes = readWholeSync(file, size)
  const sha256 = hash('sha256', bytes)
  return isBinary(bytes) ? { ...known, sha256 } : { ...known, sha256, text: bytes.toString() }
}

/** For the digest of what is approved: another content or another file gives another text. */
export function fingerprintOf(handles: Handles, located: Location, limits: Limits): string {
  // To read is to read whatever is there by then; to replace is to replace what was shown.
  const { access, protection } = located.resource
  if (access === 'read' || protection.class === 'floor') return located.resource.identity
  const image = preImageOf(handles, located, limits)
  if (image.kind !== 'file') return `${image.kind} ${located.resource.identity}`
  return image.sha256 ?? `${located.resource.identity} ${image.size} ${image.mtimeMs}`
}

export function readWholeSync(file: OpenFile, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  let filled = 0
  try {
    while (filled < size) {
      const count = readSync(file.fd, bytes, filled, size - filled, filled)
      if (count === 0) break
      filled += count
    }
  } catch (cause) {
    throw fileError(cause, file.path)
  }
  return bytes.subarray(0, filled)
}
