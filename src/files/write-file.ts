import { hash } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import { appendInPlace } from './append-in-place.ts'
import { changedMeanwhile, fileError } from './file-error.ts'
import type { Handles } from './handles.ts'
import { isSameFile } from './identity.ts'
import type { Journal } from './journal.ts'
import { keepFile } from './keep-file.ts'
import type { Location } from './locate.ts'
import { makeDirectories } from './make-directories.ts'
import { openEntry, requireRegular } from './open-file.ts'
import { readAt } from './read-bytes.ts'
import { type Destination, replaceFile, requireUnchanged, syncDirectory } from './replace-file.ts'
import { encodeText, formOf, NEW_TEXT } from './text-encoding.ts'

export type WriteMode = 'overwrite' | 'append' | 'create_if_missing'

export interface WriteOptions {
  readonly mode: WriteMode
  readonly createDirs: boolean
  /** Names the temporary file, so that one left by a crash can be told from others. */
  readonly callId: string
  readonly signal?: AbortSignal | undefined
}

export interface Written {
  readonly bytesWritten: number
  readonly created: boolean
  readonly existed: boolean
}

export interface WriteParts {
  readonly handles: Handles
  readonly limits: Limits
  readonly durability: 'process' | 'power'
  readonly journal: Journal
}

/** Old content or new content, never a mixture: the file is written aside and takes its place in one step. */
export async function writeLocated(
  parts: WriteParts,
  located: Location,
  content: string | Buffer,
  options: WriteOptions,
): Promise<Written> {
  requireRegular(located)
  if (typeof content === 'string' && !content.isWellFormed()) {
    throw new HostError('INVALID_PARAMETERS', 'The content is not valid Unicode: it has half of a character pair.')
  }
  const { anchor, names, target, resource } = located
  const name = names.at(-1)
  if (name === undefined) throw new Error('a regular file has a name')
  if (names.length > 1 && !options.createDirs) throw missingParent(resource.path)
  if (options.mode === 'create_if_missing' && target !== null) return { bytesWritten: 0, created: false, existed: true }

  const start = parts.handles.openDirectory(anchor.path, anchor.identity)
  using made = makeDirectories(parts.handles, start, names.slice(0, -1))
  try {
    const destination = { directory: made.directory, name, target, path: resource.path }
    requireUnchanged(destination)
    // To replace a file needs no right to write to it. A file that is read-only is meant to stay.
    if (target !== null) accessSync(made.directory.entry(name), constants.W_OK)
    const bytesWritten = await put(parts, destination, content, { ...options, made: made.created })
    if (parts.durability === 'power') for (const directory of made.changed) await syncDirectory(directory)
    return { bytesWritten, created: target === null, existed: target !== null }
  } catch (cause) {
    made.undo()
    throw fileError(cause, resource.path)
  }
}

type PutOptions = WriteOptions & { readonly made: readonly string[] }

/** Answers how many bytes the content has in the file's encoding. */
async function put(
  parts: WriteParts,
  destination: Destination,
  content: string | Buffer,
  options: PutOptions,
): Promise<number> {
  const { directory, name, target, path } = destination
  if (options.mode !== 'append' || target === null) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    await replaceKept(parts, destination, bytes, options)
    return bytes.length
  }
  using file = openEntry(directory, name, constants.O_RDONLY, path)
  if (!isSameFile(file.stats, target)) throw changedMeanwhile(path)
  const size = Number(file.stats.size)
  const isLarge = size + Buffer.byteLength(content) > parts.limits.appendRewriteBytes
  const before = await readAt(file, 0, isLarge ? Math.min(size, PROBE_BYTES) : size)
  const bytes = typeof content === 'string' ? inSameForm(content, before, path) : content
  if (isLarge) await appendKept(parts, destination, bytes, options.callId)
  else await replaceKept(parts, destination, Buffer.concat([before, bytes]), options)
  return bytes.length
}

const PROBE_BYTES = 8 * 1024

/** What is added to a text is written as that text is. */
function inSameForm(content: string, before: Buffer, path: string): Buffer {
  const form = before.length === 0 ? NEW_TEXT : (formOf(before) ?? NEW_TEXT)
  return encodeText(content, { ...form, bom: false }, path)
}

async function replaceKept(
  { journal, durability }: WriteParts,
  destination: Destination,
  bytes: Buffer,
  { callId, signal, made }: PutOptions,
): Promise<void> {
  const before = await keepFile(journal, destination, callId)
  const after = { sha256: hash('sha256', bytes), size: bytes.length }
  const kept = before?.slot == null ? 0 : before.size
  const drop = journal.record(callId, { kind: 'write', path: destination.path, before, after, made }, kept)
  try {
    await replaceFile(destination, bytes, { durability, callId, signal })
  } catch (cause) {
    drop()
    throw cause
  }
}

async function appendKept(
  { journal }: WriteParts,
  destination: Destination,
  bytes: Buffer,
  callId: string,
): Promise<void> {
  const { path, target } = destination
  const added = { sha256: hash('sha256', bytes), size: bytes.length }
  const drop = journal.record(callId, { kind: 'append', path, size: Number(target?.size ?? 0), added }, 0)
  try {
    await appendInPlace(destination, bytes, callId)
  } catch (cause) {
    drop()
    throw cause
  }
}

export function missingParent(path: string): HostError {
  return new HostError('NOT_FOUND', `The directory of ${path} does not exist.`, {
    hint: 'Create it first, or let the call create directories.',
  })
}
