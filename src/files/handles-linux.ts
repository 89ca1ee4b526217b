import { closeSync, constants, fstatSync, openSync, readlinkSync } from 'node:fs'
import { changedMeanwhile, errnoOf, fileError } from './file-error.ts'
import type { DirectoryHandle, Handles } from './handles.ts'
import { type Identity, isSame } from './identity.ts'
import { splitPath } from './path-text.ts'
import { join } from './walk.ts'

/** Node does not name it; the value is the same on every architecture Node runs on. It needs no read permission. */
const O_PATH = 0o10000000
const DIRECTORY = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW

/** `/proc/self/fd/<fd>/<name>` is this system's openat: the kernel starts at the open directory, not at its name. */
export const linuxHandles: Handles = {
  openDirectory: (path, expected) => atOnce(path, expected) ?? stepByStep(path, expected),

  openChild(parent, name, raw = null) {
    const path = join(parent.path, name)
    const fd = openStep(raw === null ? parent.entry(name) : Buffer.concat([Buffer.from(parent.entry('')), raw]), path)
    return handleOf(fd, path)
  },

  respell: (reached) => reached,
}

/** One open for the whole path, then the kernel is asked where it arrived. Any difference is left to the slow way. */
function atOnce(path: string, expected: Identity): DirectoryHandle | null {
  let fd: number | undefined
  try {
    fd = openSync(path, DIRECTORY)
    const handle = handleOf(fd, path)
    if (isSame(handle.identity, expected) && readlinkSync(handle.self) === path) return handle
  } catch {
    // The slow way finds the same fault and names it.
  }
  if (fd !== undefined) closeSync(fd)
  return null
}

function stepByStep(path: string, expected: Identity): DirectoryHandle {
  const { root, names } = splitPath(path)
  let fd = openStep(root, root)
  let here = root
  for (const name of names) {
    here = join(here, name)
    const parent = fd
    try {
      fd = openStep(`/proc/self/fd/${parent}/${name}`, here)
    } finally {
      closeSync(parent)
    }
  }
  const handle = handleOf(fd, path)
  if (isSame(handle.identity, expected)) return handle
  closeSync(fd)
  throw changedMeanwhile(path)
}

function openStep(reach: string | Buffer, path: string): number {
  try {
    return openSync(reach, DIRECTORY)
  } catch (cause) {
    const code = errnoOf(cause)
    if (code === 'ELOOP' || code === 'ENOTDIR' || code === 'ENOENT') throw changedMeanwhile(path, cause)
    throw fileError(cause, path)
  }
}

function handleOf(fd: number, path: string): DirectoryHandle {
  const self = `/proc/self/fd/${fd}`
  const { dev, ino } = fstatSync(fd, { bigint: true })
  return {
    identity: { dev, ino },
    path,
    self,
    entry: (name) => `${self}/${name}`,
    confirm: () => {},
    [Symbol.dispose]: () => closeSync(fd),
  }
}
