import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { changedMeanwhile, errnoOf, fileError } from './file-error.ts'
import type { DirectoryHandle, Handles } from './handles.ts'
import { type Identity, isSame } from './identity.ts'
import { deepest, join } from './walk.ts'

/**
 * macOS and Windows offer Node no way to work relative to an open directory. A directory is checked by its real path
 * before and after use. What remains: a swap between the first check and the use is noticed, but only afterwards, so a
 * new file can be created in the wrong directory before the call fails. What exists is opened and compared by identity,
 * which leaves no such window for reading.
 */
export const portableHandles: Handles = {
  openDirectory: (path, expected) => handleOf(path, expected),

  openChild(parent, name) {
    const path = join(parent.path, name)
    return handleOf(path, directoryAt(path))
  },

  respell(reached) {
    const steps = [...reached.existing]
    const last = deepest(steps)
    const parent = steps.at(-2)
    if (parent === undefined) return reached
    const path = last.stats.isSymbolicLink()
      ? join(realpathSync.native(parent.path), basename(last.path))
      : realpathSync.native(last.path)
    steps.splice(-2, 2, { ...parent, path: dirname(path) }, { ...last, path })
    return { ...reached, existing: steps }
  },
}

function handleOf(path: string, expected: Identity): DirectoryHandle {
  const confirm = () => {
    if (!isSame(directoryAt(path), expected)) throw changedMeanwhile(path)
  }
  confirm()
  return {
    identity: expected,
    path,
    self: path,
    entry: (name) => join(path, name),
    confirm,
    [Symbol.dispose]: () => {},
  }
}

function directoryAt(path: string): Identity {
  try {
    const stats = lstatSync(path, { bigint: true })
    if (!stats.isDirectory() || realpathSync.native(path) !== path) throw changedMeanwhile(path)
    return stats
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') throw changedMeanwhile(path, cause)
    throw fileError(cause, path)
  }
}
