import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
} from 'node:fs'
import { promisify } from 'node:util'
import { changedMeanwhile, errnoOf } from './file-error.ts'
import type { DirectoryHandle } from './handles.ts'
import { isSameFile } from './identity.ts'
import { removeTemporary, temporaryName } from './temporaries.ts'
import { writeAll } from './write-bytes.ts'

/** Where a file goes, and what stood there when it was located. */
export interface Destination {
  readonly directory: DirectoryHandle
  readonly name: string
  readonly target: BigIntStats | null
  /** For messages. */
  readonly path: string
}

interface Options {
  readonly durability: 'process' | 'power'
  readonly callId: string
  readonly signal: AbortSignal | undefined
}

const fsyncAsync = promisify(fsync)

/** Writes aside, then takes the place of the file in one step. Leaves nothing behind when it fails. */
export async function replaceFile(destination: Destination, bytes: Buffer, options: Options): Promise<void> {
  const { directory, target } = destination
  const temporary = temporaryName(options.callId)
  const fd = createTemporary(directory, temporary, target === null)
  try {
    try {
      await writeAll(fd, bytes)
      if (target !== null) keepTraits(fd, target)
      await fsyncAsync(fd)
    } finally {
      closeSync(fd)
    }
    options.signal?.throwIfAborted()
    directory.confirm()
    takePlace(destination, temporary)
  } catch (cause) {
    removeTemporary(directory, temporary)
    throw cause
  }
  directory.confirm()
  if (options.durability === 'power') await syncDirectory(directory)
}

/** The directory entry must still be what was located: this file, or none. */
export function requireUnchanged({ directory, name, target, path }: Destination): void {
  const found = lstatSync(directory.entry(name), { bigint: true, throwIfNoEntry: false }) ?? null
  const isUnchanged = found === null || target === null ? found === target : isSameFile(found, target)
  if (!isUnchanged) throw changedMeanwhile(path)
}

export async function syncDirectory(directory: DirectoryHandle): Promise<void> {
  // Windows cannot open a directory for this and does not need it.
  if (process.platform === 'win32') return
  const fd = openSync(directory.self, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    await fsyncAsync(fd)
  } finally {
    closeSync(fd)
  }
}

/** A new file gets the mode that the umask gives; one that replaces another is private until it has that one's mode. */
function createTemporary(directory: DirectoryHandle, name: string, isNew: boolean): number {
  const create = () =>
    openSync(directory.entry(name), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, isNew ? 0o666 : 0o600)
  try {
    return create()
  } catch (cause) {
    if (errnoOf(cause) !== 'EEXIST') throw cause
    removeTemporary(directory, name)
    return create()
  }
}

const PERMISSIONS = 0o1777

/** Owner as far as we may, then mode. Set-id bits go, as they do when the kernel writes to such a file. */
function keepTraits(fd: number, { uid, gid, mode }: BigIntStats): void {
  const own = fstatSync(fd, { bigint: true })
  if (own.uid !== uid || own.gid !== gid) {
    try {
      fchownSync(fd, Number(uid), Number(gid))
    } catch (cause) {
      if (errnoOf(cause) !== 'EPERM') throw cause
    }
  }
  const permissions = Number(mode) & PERMISSIONS
  // File systems without modes refuse any change.
  if ((Number(own.mode) & PERMISSIONS) !== permissions) fchmodSync(fd, permissions)
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])

/** A link never replaces, so a file that appeared meanwhile is safe; not every file system has links. */
function takePlace(destination: Destination, temporary: string): void {
  const { directory, name, target, path } = destination
  if (target === null) {
    try {
      linkSync(directory.entry(temporary), directory.entry(name))
      removeTemporary(directory, temporary)
      return
    } catch (cause) {
      const code = errnoOf(cause) ?? ''
      if (code === 'EEXIST') throw changedMeanwhile(path, cause)
      if (!NO_LINKS.has(code)) throw cause
    }
  }
  requireUnchanged(destination)
  renameSync(directory.entry(temporary), directory.entry(name))
}
