import { lstatSync, readdirSync, type Stats } from 'node:fs'
import { errnoOf } from './file-error.ts'
import type { DirectoryHandle } from './handles.ts'

export interface EntryName {
  readonly text: string
  /** The bytes of a name that is not valid UTF-8 and therefore cannot be given back as text. */
  readonly raw: Buffer | null
}

const REPLACEMENT = '\ufffd'

/** The names in a directory, sorted; none is lost for being odd. */
export function namesIn(directory: DirectoryHandle): EntryName[] {
  const texts = readdirSync(directory.self)
  const names = texts.some((text) => text.includes(REPLACEMENT))
    ? readdirSync(directory.self, 'buffer').map(nameOf)
    : texts.map((text) => ({ text, raw: null }))
  return names.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
}

function nameOf(raw: Buffer): EntryName {
  const text = raw.toString()
  return { text, raw: Buffer.from(text).equals(raw) ? null : raw }
}

/** A path that reaches the entry in this very directory, whatever its name is made of. */
export function reach(directory: DirectoryHandle, { text, raw }: EntryName): string | Buffer {
  return raw === null ? directory.entry(text) : Buffer.concat([Buffer.from(directory.entry('')), raw])
}

export function plainName(text: string): EntryName {
  return { text, raw: null }
}

/** Undefined when it is gone by now, null when it may not be looked at. */
export function inspectEntry(directory: DirectoryHandle, name: EntryName): Stats | null | undefined {
  try {
    return lstatSync(reach(directory, name), { throwIfNoEntry: false })
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause
    return null
  }
}
