import { HostError } from '../base/host-error.ts'
import type { DirectoryHandle, Handles } from './handles.ts'
import { type Identity, isSameFile, kindOf } from './identity.ts'
import type { Location } from './locate.ts'
import { notThere, type OpenFile } from './open-file.ts'
import { openChildOrNull, openRegular, type TreeFile, treeFile } from './tree-entries.ts'
import { type Visit, walkBelow } from './tree-walk.ts'
import { join } from './walk.ts'

/**
 * What is below a located path, for features that come across names by themselves. Links are never followed, and what
 * is closed to agents is not there.
 */
export interface Tree extends Disposable {
  /** Canonical; of the directory, or of the one file that was located. */
  readonly path: string
  readonly isDirectory: boolean
  /** The last name of a file that was located. */
  readonly fileName: string | null
  /** Where a process that looks through the tree starts: the directory itself, whatever its name leads to by now. */
  readonly startIn: string
  /** Names from the start on; the last may be raw bytes. Null if it is gone, no regular file, or closed. */
  readonly openFile: (directories: readonly string[], name: string | Buffer) => TreeFile | null
  /** Directory by directory, from the top. False if the visitor stopped it. */
  readonly walk: (visit: Visit, signal: AbortSignal) => Promise<boolean>
  /** Whether results may show this file. Only its name is looked at. */
  readonly isShown: (path: string) => boolean
}

interface Parts {
  readonly handles: Handles
  readonly isFloor: (directory: Identity) => boolean
  /** The same as it is now, for a walk through thousands of directories. */
  readonly floorNow: () => (directory: Identity) => boolean
  /** A file with several names may have one of them on the floor. */
  readonly isFloorFile: (file: OpenFile) => boolean
  readonly isProtected: (path: string) => boolean
}

export function openTree({ handles, isFloor, floorNow, isFloorFile, isProtected }: Parts, located: Location): Tree {
  const { resource, target, anchor, names } = located
  if (target === null) throw notThere(resource.path)
  const isDirectory = target.isDirectory()
  if (!isDirectory && !target.isFile()) {
    throw new HostError('INVALID_PARAMETERS', `${resource.path} is a ${kindOf(target)}, not a directory or file.`)
  }
  const isAtAnchor = !isDirectory || names.length === 0
  const top = handles.openDirectory(isAtAnchor ? anchor.path : resource.path, isAtAnchor ? anchor.identity : target)
  // Whoever approved a protected place has approved what is in it.
  const isApproved = resource.protection.class === 'critical'
  const isShown = (path: string) => isApproved || !isProtected(path)
  const known = createDirectoryCache(
    handles,
    top,
    (directory) => !isFloor(directory.identity) && isShown(directory.path),
  )

  return {
    path: resource.path,
    isDirectory,
    fileName: isDirectory ? null : (names.at(-1) ?? null),
    startIn: top.self,
    isShown,
    openFile(directories, name) {
      if (![...directories, name.toString()].every(isName)) return null
      const parent = known.open(directories)
      if (parent === null) return null
      const text = typeof name === 'string' ? name : name.toString()
      if (!isShown(join(parent.path, text))) return null
      const file = openRegular(parent, name)
      if (file === null) return null
      const isOther = !isDirectory && !isSameFile(file.stats, target)
      if (isOther || (file.stats.nlink > 1n && isFloorFile(file))) {
        file[Symbol.dispose]()
        return null
      }
      return treeFile(file)
    },
    async walk(visit, signal) {
      if (!isDirectory) throw notDirectory(resource.path)
      const isOnFloor = floorNow()
      const isOpen = (directory: DirectoryHandle) => !isOnFloor(directory.identity) && isShown(directory.path)
      return await walkBelow({ handles, isOpen }, top, visit, signal)
    },
    [Symbol.dispose]: () => {
      known.close()
      top[Symbol.dispose]()
    },
  }
}

function notDirectory(path: string): HostError {
  return new HostError('INVALID_PARAMETERS', `${path} is a file, not a directory.`, {
    hint: 'Name the directory it is in.',
  })
}

/** One step down: names come from other processes, too. */
function isName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\0]/.test(name)
}

interface DirectoryCache {
  readonly open: (names: readonly string[]) => DirectoryHandle | null
  readonly close: () => void
}

/** The last directory stays open: results come file by file, and neighbours follow each other. */
function createDirectoryCache(
  handles: Handles,
  top: DirectoryHandle,
  isOpen: (directory: DirectoryHandle) => boolean,
): DirectoryCache {
  let last: { readonly key: string; readonly handle: DirectoryHandle | null } | undefined
  const close = () => {
    if (last !== undefined && last.handle !== top) last.handle?.[Symbol.dispose]()
    last = undefined
  }
  return {
    close,
    open(names) {
      const key = names.join('/')
      if (last?.key === key) return last.handle
      close()
      const handle = descend(handles, top, names, isOpen)
      last = { key, handle }
      return handle
    },
  }
}

function descend(
  handles: Handles,
  top: DirectoryHandle,
  names: readonly string[],
  isOpen: (directory: DirectoryHandle) => boolean,
): DirectoryHandle | null {
  let here = top
  for (const name of names) {
    using parent = here === top ? null : here
    const child = openChildOrNull(handles, parent ?? top, name)
    if (child === null) return null
    if (!isOpen(child)) {
      child[Symbol.dispose]()
      return null
    }
    here = child
  }
  return here
}
