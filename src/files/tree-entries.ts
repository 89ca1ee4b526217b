import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import { HostError } from '../base/host-error.ts'
import { errnoOf } from './file-error.ts'
import type { DirectoryHandle, Handles } from './handles.ts'
import type { OpenFile } from './open-file.ts'
import { join } from './walk.ts'

export interface TreeFile extends Disposable {
  readonly size: number
  readonly read: (position: number, length: number) => Buffer
}

// Windows knows neither a FIFO to hang on nor these flags.
const CAREFUL = (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0) | (constants.O_NOCTTY ?? 0)

/** Null if it is no directory any more, or closed to us. */
export function openChildOrNull(handles: Handles, parent: DirectoryHandle, name: string): DirectoryHandle | null {
  try {
    return handles.openChild(parent, name)
  } catch (cause) {
    if (cause instanceof HostError) return null
    throw cause
  }
}

/** A name that is not valid UTF-8 is given as its bytes. Null if it is no regular file any more, or closed to us. */
export function openRegular(parent: DirectoryHandle, name: string | Buffer): OpenFile | null {
  const entry = typeof name === 'string' ? parent.entry(name) : Buffer.concat([Buffer.from(parent.entry('')), name])
  try {
    // To open a device can already do something.
    if (!lstatSync(entry).isFile()) return null
    const fd = openSync(entry, constants.O_RDONLY | CAREFUL)
    const close = () => closeSync(fd)
    const stats = fstatSync(fd, { bigint: true })
    if (stats.isFile()) return { fd, stats, path: join(parent.path, name.toString()), [Symbol.dispose]: close }
    close()
    return null
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause
    return null
  }
}

export function treeFile(file: OpenFile): TreeFile {
  return {
    size: Number(file.stats.size),
    read(position, length) {
      const bytes = Buffer.allocUnsafe(length)
      let filled = 0
      while (filled < length) {
        const count = readSync(file.fd, bytes, filled, length - filled, position + filled)
        if (count === 0) break
        filled += count
      }
      return bytes.subarray(0, filled)
    },
    [Symbol.dispose]: file[Symbol.dispose],
  }
}
