import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  futimesSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs'
import { HostError } from '../base/host-error.ts'
import { type EntryName, namesIn, reach } from './directory-names.ts'
import { changedMeanwhile, errnoOf, fileError } from './file-error.ts'
import type { DirectoryHandle, Handles } from './handles.ts'
import { kindOf } from './identity.ts'
import { openEntry } from './open-file.ts'
import { readAt } from './read-bytes.ts'
import { writeAll } from './write-bytes.ts'

export interface TreeEntry {
  readonly directory: DirectoryHandle
  readonly name: EntryName
}

interface Options {
  readonly signal?: AbortSignal | undefined
  readonly onEntry?: (() => void) | undefined
}

const CHUNK_BYTES = 1024 * 1024
const PERMISSIONS = 0o7777

/** Copies a file, link or tree, with modes, times and as far as we may owners. `to` must not exist. Leaves half a copy when it fails. */
export async function copyTree(handles: Handles, from: TreeEntry, to: TreeEntry, options: Options = {}): Promise<void> {
  options.signal?.throwIfAborted()
  options.onEntry?.()
  const source = reach(from.directory, from.name)
  const path = `${from.directory.path}/${from.name.text}`
  const stats = lstatSync(source, { bigint: true })
  const kind = kindOf(stats)
  switch (kind) {
    case 'file':
      return copyFile(from, to, path, options)
    case 'link': {
      const target = reach(to.directory, to.name)
      symlinkSync(readlinkSync(source, 'buffer'), target)
      return quietly(() => lchownSync(target, Number(stats.uid), Number(stats.gid)))
    }
    case 'directory':
      return copyDirectory(handles, from, to, options)
    default:
      throw new HostError('INVALID_PARAMETERS', `${path} is a ${kind}, which cannot be copied to another device.`, {
        hint: 'Remove it first, or leave it where it is.',
      })
  }
}

async function copyDirectory(handles: Handles, from: TreeEntry, to: TreeEntry, options: Options): Promise<void> {
  mkdirSync(reach(to.directory, to.name), { mode: 0o700 })
  using source = handles.openChild(from.directory, from.name.text, from.name.raw)
  using target = handles.openChild(to.directory, to.name.text, to.name.raw)
  for (const name of namesIn(source)) {
    await copyTree(handles, { directory: source, name }, { directory: target, name }, options)
  }
  const stats = lstatSync(reach(from.directory, from.name), { bigint: true })
  const fd = openSync(target.self, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    keepTraits(fd, stats)
  } finally {
    closeSync(fd)
  }
}

async function copyFile(from: TreeEntry, to: TreeEntry, path: string, { signal }: Options): Promise<void> {
  using file = openEntry(from.directory, from.name.raw ?? from.name.text, constants.O_RDONLY, path)
  if (!file.stats.isFile()) throw changedMeanwhile(path)
  let fd: number | undefined
  try {
    fd = openSync(reach(to.directory, to.name), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
    for (let position = 0; ; ) {
      signal?.throwIfAborted()
      const bytes = await readAt(file, position, CHUNK_BYTES)
      if (bytes.length === 0) break
      await writeAll(fd, bytes)
      position += bytes.length
    }
    fsyncSync(fd)
    keepTraits(fd, file.stats)
  } catch (cause) {
    throw fileError(cause, path)
  } finally {
    if (fd !== undefined) closeSync(fd)
  }
}

function keepTraits(fd: number, stats: BigIntStats): void {
  quietly(() => fchownSync(fd, Number(stats.uid), Number(stats.gid)))
  quietly(() => fchmodSync(fd, Number(stats.mode) & PERMISSIONS))
  quietly(() => futimesSync(fd, Number(stats.atimeMs) / 1_000, Number(stats.mtimeMs) / 1_000))
}

/** Owners and modes are kept where the system allows it. */
function quietly(work: () => void): void {
  try {
    work()
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause
  }
}
