import { lstatSync, mkdirSync, rmdirSync } from 'node:fs'
import { errnoOf, fileError } from './file-error.ts'
import type { DirectoryHandle, Handles } from './handles.ts'
import { type Identity, isSame } from './identity.ts'
import { join } from './walk.ts'

/** The directory a file goes into, and how to undo what had to be created for it. */
export interface MadeDirectory extends Disposable {
  readonly directory: DirectoryHandle
  /** Removes what was created, as far as it is still empty. */
  readonly undo: () => void
  /** Every directory that got a new entry, outermost first. */
  readonly changed: readonly DirectoryHandle[]
  /** The paths that had to be created, outermost first. */
  readonly created: readonly string[]
}

/** Goes down `names` from `start`, by handle, and creates what is missing. Takes over `start`. */
export function makeDirectories(handles: Handles, start: DirectoryHandle, names: readonly string[]): MadeDirectory {
  const open: DirectoryHandle[] = [start]
  const created: { parent: DirectoryHandle; name: string; identity: Identity }[] = []

  const undo = () => {
    for (const { parent, name, identity } of created.toReversed()) {
      try {
        // Another directory may have its place by now.
        if (!isSame(lstatSync(parent.entry(name), { bigint: true }), identity)) return
        rmdirSync(parent.entry(name))
      } catch {
        // Someone uses it by now: then it stays.
        return
      }
    }
  }
  const dispose = () => {
    for (const handle of open.toReversed()) handle[Symbol.dispose]()
  }

  try {
    let directory = start
    for (const name of names) {
      directory.confirm()
      const identity = made(directory, name)
      if (identity !== null) created.push({ parent: directory, name, identity })
      directory = handles.openChild(directory, name)
      open.push(directory)
    }
    return {
      directory,
      undo,
      changed: created.map(({ parent }) => parent),
      created: created.map(({ parent, name }) => join(parent.path, name)),
      [Symbol.dispose]: dispose,
    }
  } catch (cause) {
    undo()
    dispose()
    throw cause
  }
}

/** Null if another call was quicker; what it made is opened like any other directory. */
function made(parent: DirectoryHandle, name: string): Identity | null {
  try {
    mkdirSync(parent.entry(name))
    return lstatSync(parent.entry(name), { bigint: true })
  } catch (cause) {
    if (errnoOf(cause) === 'EEXIST') return null
    throw fileError(cause, join(parent.path, name))
  }
}
