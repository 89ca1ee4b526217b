import { accessSync, constants } from 'node:fs'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import { appendInPlace } from './append-in-place.ts'
import { changedMeanwhile, fileError } from './file-error.ts'
import type { Handles } from './handles.ts'
import { isSameFile } from './identity.ts'
import type { Location } from './locate.ts'
import { makeDirectories } from './make-directories.ts'
import { openEntry, requireRegular } from './open-file.ts'
import { readAt } from './read-bytes.ts'
import { type Destination, replaceFile, requireUnchanged, syncDirectory } from './replace-file.ts'

export type WriteMode = 'overwrite' | 'append' | 'create_if_missing'

export interface WriteOptions {
  readonly mode: WriteMode
  readonly createDirs: boolean
  /** Names the temporary file, so that one left by a crash can be told from others. */
  readonly callId: string
  readonly signal?: AbortSignal
}

export interface Written {
  readonly bytesWritten: number
  readonly created: boolean
  readonly existed: boolean
}

interface Parts {
  readonly handles: Handles
  readonly limits: Limits
  readonly durability: 'process' | 'power'
}

/** Old content or new content, never a mixture: the file is written aside and takes its place in one step. */
export async function writeLocated(
  parts: Parts,
  located: Location,
  content: string,
  options: WriteOptions,
): Promise<Written> {
  requireRegular(located)
  if (!content.isWellFormed()) {
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
    const bytes = Buffer.from(content)
    const destination = { directory: made.directory, name, target, path: resource.path }
    requireUnchanged(destination)
    // To replace a file needs no right to write to it. A file that is read-only is meant to stay.
    if (target !== null) accessSync(made.directory.entry(name), constants.W_OK)
    await put(parts, destination, bytes, options)
    if (parts.durability === 'power') for (const directory of made.changed) await syncDirectory(directory)
    return { bytesWritten: bytes.length, created: target === null, existed: target !== null }
  } catch (cause) {
    made.undo()
    throw fileError(cause, resource.path)
  }
}

async function put(parts: Parts, destination: Destination, bytes: Buffer, options: WriteOptions): Promise<void> {
  const { directory, name, target, path } = destination
  const how = { durability: parts.durability, callId: options.callId, signal: options.signal }
  if (options.mode !== 'append' || target === null) return replaceFile(destination, bytes, how)
  if (Number(target.size) + bytes.length > parts.limits.appendRewriteBytes) {
    return appendInPlace(destination, bytes, options.callId)
  }
  using file = openEntry(directory, name, constants.O_RDONLY, path)
  if (!isSameFile(file.stats, target)) throw changedMeanwhile(path)
  const before = await readAt(file, 0, Number(file.stats.size))
  return replaceFile(destination, Buffer.concat([before, bytes]), how)
}

function missingParent(path: string): HostError {
  return new HostError('NOT_FOUND', `The directory of ${path} does not exist.`, {
    hint: 'Create it first, or let the call create directories.',
  })
}
