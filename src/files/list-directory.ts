import { type Stats, statSync } from 'node:fs'
import { HostError } from '../base/host-error.ts'
import { type EntryName, inspectEntry, namesIn, reach } from './directory-names.ts'
import { errnoOf, fileError } from './file-error.ts'
import type { DirectoryHandle, Handles } from './handles.ts'
import { type FileKind, type Identity, kindOf } from './identity.ts'
import type { Location } from './locate.ts'
import { notThere } from './open-file.ts'
import { join } from './walk.ts'

export interface DirectoryEntry {
  readonly name: string
  readonly path: string
  /** `unknown`, with nothing else known, if the system does not let us look. */
  readonly kind: FileKind | 'unknown'
  readonly size: number | null
  readonly modifiedMs: number | null
  readonly mode: number | null
  /** What a link leads to; null for one that leads nowhere, and for what is no link. */
  readonly target: FileKind | null
}

export interface ListOptions {
  /** How many levels to list: 1 is the directory itself. */
  readonly depth: number
  readonly limit: number
  /** Skips this many entries of the directory itself. */
  readonly offset?: number
  readonly signal?: AbortSignal
}

export interface Listing {
  readonly entries: readonly DirectoryEntry[]
  /** How many entries the directory itself has. */
  readonly total: number
  readonly truncated: boolean
}

interface Parts {
  readonly handles: Handles
  /** Directories that a listing passes by without looking in. */
  readonly isClosed: (path: string, identity: Identity) => boolean
}

interface Level {
  readonly path: string
  /** From the listed directory down. */
  readonly names: readonly string[]
}

interface Found extends Level {
  readonly entry: DirectoryEntry
}

/** Level by level, so that a cut listing still shows the whole surface; in the end sorted as a tree. */
export async function listLocated(
  { handles, isClosed }: Parts,
  located: Location,
  { depth, limit, offset = 0, signal }: ListOptions,
): Promise<Listing> {
  using top = openTop(handles, located)
  const names = readable(top)
  const first = { path: located.resource.path, names: [] }
  const found = await collect(top, first, names.slice(offset, offset + limit), signal)
  let isCut = offset + limit < names.length
  for (let next = 0; next < found.length; next += 1) {
    const level = found[next]
    if (level === undefined || level.names.length >= depth || level.entry.kind !== 'directory') continue
    using directory = openBelow(handles, top, level.names)
    if (directory === null || isClosed(level.path, directory.identity)) continue
    const inside = readableOrNone(directory)
    const room = limit - found.length
    if (inside.length > room) isCut = true
    found.push(...(await collect(directory, level, inside.slice(0, room), signal)))
  }
  const entries = found.sort(byTree).map(({ entry }) => entry)
  return { entries, total: names.length, truncated: isCut }
}

function openTop(handles: Handles, { resource, target, anchor, names }: Location): DirectoryHandle {
  if (target === null) throw notThere(resource.path)
  if (!target.isDirectory()) {
    throw new HostError('INVALID_PARAMETERS', `${resource.path} is a ${kindOf(target)}, not a directory.`, {
      hint: 'Read it, or list the directory it is in.',
    })
  }
  if (names.length === 0) return handles.openDirectory(anchor.path, anchor.identity)
  return handles.openDirectory(resource.path, target)
}

/** Null if it is no directory any more, or closed to us. */
function openBelow(handles: Handles, top: DirectoryHandle, names: readonly string[]): DirectoryHandle | null {
  let here = top
  for (const name of names) {
    using parent = here === top ? null : here
    try {
      here = handles.openChild(parent ?? top, name)
    } catch (cause) {
      if (cause instanceof HostError) return null
      throw cause
    }
  }
  return here
}

function readable(directory: DirectoryHandle): EntryName[] {
  try {
    return namesIn(directory)
  } catch (cause) {
    throw fileError(cause, directory.path)
  }
}

function readableOrNone(directory: DirectoryHandle): EntryName[] {
  try {
    return namesIn(directory)
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause
    return []
  }
}

const ENTRIES_BETWEEN_PAUSES = 1_000

async function collect(
  directory: DirectoryHandle,
  { path: parent, names: above }: Level,
  names: readonly EntryName[],
  signal: AbortSignal | undefined,
): Promise<Found[]> {
  const found: Found[] = []
  for (const [index, name] of names.entries()) {
    if (index % ENTRIES_BETWEEN_PAUSES === ENTRIES_BETWEEN_PAUSES - 1) await new Promise(setImmediate)
    signal?.throwIfAborted()
    const stats = inspectEntry(directory, name)
    if (stats === undefined) continue
    const path = join(parent, name.text)
    const target = stats?.isSymbolicLink() === true ? targetOf(directory, name) : null
    found.push({ path, names: [...above, name.text], entry: entryOf(name.text, path, stats, target) })
  }
  directory.confirm()
  return found
}

function entryOf(name: string, path: string, stats: Stats | null, target: FileKind | null): DirectoryEntry {
  if (stats === null) return { name, path, kind: 'unknown', size: null, modifiedMs: null, mode: null, target }
  return { name, path, kind: kindOf(stats), size: stats.size, modifiedMs: stats.mtimeMs, mode: stats.mode, target }
}

/** Only what kind of thing it is; nothing behind the link is opened. */
function targetOf(directory: DirectoryHandle, name: EntryName): FileKind | null {
  try {
    return kindOf(statSync(reach(directory, name)))
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause
    return null
  }
}

/** A directory comes right before what is in it. */
function byTree(a: Found, b: Found): number {
  const shared = Math.min(a.names.length, b.names.length)
  for (let index = 0; index < shared; index += 1) {
    const [left = '', right = ''] = [a.names[index], b.names[index]]
    if (left !== right) return left < right ? -1 : 1
  }
  return a.names.length - b.names.length
}
