import { type BigIntStats, closeSync, constants, fstatSync, openSync } from 'node:fs'
import { HostError } from '../base/host-error.ts'
import { changedMeanwhile, errnoOf, fileError } from './file-error.ts'
import type { DirectoryHandle, Handles } from './handles.ts'
import { isSameFile, kindOf } from './identity.ts'
import type { Location } from './locate.ts'

export interface OpenFile extends Disposable {
  readonly fd: number
  readonly stats: BigIntStats
  readonly path: string
}

// Windows knows neither a FIFO to hang on nor these flags.
const CAREFUL = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0) | (constants.O_NOCTTY ?? 0)

/** Opens the regular file that was located, and no other. */
export function openLocated(handles: Handles, located: Location, flags: number = constants.O_RDONLY): OpenFile {
  const { target, names, anchor, resource } = located
  if (target === null) throw notThere(resource.path)
  requireRegular(located)
  const [name] = names
  if (name === undefined) throw new Error('a regular file has a name')
  using parent = handles.openDirectory(anchor.path, anchor.identity)
  const file = openEntry(parent, name, flags, resource.path)
  if (isSameFile(file.stats, target)) return file
  closeSync(file.fd)
  throw changedMeanwhile(resource.path)
}

export function openEntry(parent: DirectoryHandle, name: string | Buffer, flags: number, path: string): OpenFile {
  const entry = typeof name === 'string' ? parent.entry(name) : Buffer.concat([Buffer.from(parent.entry('')), name])
  let fd: number
  try {
    fd = openSync(entry, flags | CAREFUL)
  } catch (cause) {
    const code = errnoOf(cause)
    // ENXIO: a FIFO or socket took its place.
    if (code === 'ENOENT' || code === 'ELOOP' || code === 'ENXIO') throw changedMeanwhile(path, cause)
    throw fileError(cause, path)
  }
  return { fd, stats: fstatSync(fd, { bigint: true }), path, [Symbol.dispose]: () => closeSync(fd) }
}

/** Refuses before opening: to open a device can already do something. */
export function requireRegular({ target, resource, wantsDirectory }: Location): void {
  const kind = target === null ? 'file' : kindOf(target)
  if (kind === 'directory') {
    throw new HostError('INVALID_PARAMETERS', `${resource.path} is a directory, not a file.`, {
      hint: 'Name a file in it, or list it.',
    })
  }
  if (kind !== 'file') {
    throw new HostError('INVALID_PARAMETERS', `${resource.path} is a ${kind}, not a regular file.`)
  }
  if (wantsDirectory) {
    throw new HostError('INVALID_PARAMETERS', `"${resource.given}" ends like a directory, but a file is needed.`)
  }
}

export function notThere(path: string): HostError {
  return new HostError('NOT_FOUND', `${path} does not exist.`, { hint: 'Check the path, or list its directory.' })
}
