import { hash } from 'node:crypto'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import { changedMeanwhile } from './file-error.ts'
import type { Handles } from './handles.ts'
import type { Location } from './locate.ts'
import { type OpenFile, openLocated } from './open-file.ts'
import { readAt, requireText } from './read-bytes.ts'
import { decodeText, type TextForm } from './text-encoding.ts'

/** A whole text file, ready to be edited. */
export interface TextFile extends TextForm {
  readonly text: string
  readonly sha256: string
  readonly bytes: Buffer
  /** Tells whether someone wrote to it since. */
  readonly stamp: string
}

/** Reads a text as a whole. Too large a file, or one that is no text, is refused. */
export async function readTextFile(handles: Handles, located: Location, limits: Limits): Promise<TextFile> {
  using file = openLocated(handles, located)
  const { path } = located.resource
  const size = Number(file.stats.size)
  if (size > limits.editBytes) {
    throw new HostError('TOO_LARGE', `${path} has ${size} bytes; files up to ${limits.editBytes} can be edited.`, {
      hint: 'Edit it with a command that reads it line by line.',
    })
  }
  const bytes = await readAt(file, 0, size)
  const decoded = decodeText(bytes)
  if (decoded === null) {
    requireText(bytes, path, size)
    throw new HostError('INVALID_PARAMETERS', `${path} is a binary file.`, { hint: 'Only text files can be edited.' })
  }
  return { ...decoded, sha256: hash('sha256', bytes), bytes, stamp: stampOf(file) }
}

/** What was read must still be there: the last look before it is replaced. */
export function requireUntouched(handles: Handles, located: Location, { stamp }: TextFile): void {
  using file = openLocated(handles, located)
  if (stampOf(file) !== stamp) throw changedMeanwhile(located.resource.path)
}

function stampOf({ stats: { size, mtimeNs } }: OpenFile): string {
  return `${size} ${mtimeNs}`
}

/** What the caller believes the file to be: a whole hash, or its first characters. */
export function requireHash(path: string, sha256: string, expected: string | undefined): void {
  if (expected === undefined || sha256 === expected.toLowerCase().replace(/^sha256:/, '')) return
  throw new HostError('CONFLICT', `${path} is not the content that base_hash names. Nothing was written.`, {
    hint: `Its hash is ${sha256}. Read it again.`,
  })
}
