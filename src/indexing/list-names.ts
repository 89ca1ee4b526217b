import { closeSync, constants, lstatSync, openSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'

export interface ListedName {
  readonly name: string
  readonly kind: 'file' | 'directory'
  readonly size: number
  readonly modified: number
}

/** More than this in one directory is not a source tree. */
const NAMES_MAX = 100_000
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0
const DIRECTORY = constants.O_DIRECTORY ?? 0

/**
 * Regular files and directories directly in a directory below the root; null if it is gone or is no longer there under
 * its own name. Links are left out: what they lead to is indexed where it stands, or not at all.
 */
export function listNames(root: string, directory: string): ListedName[] | null {
  const full = directory === '' ? root : `${root}/${directory}`
  if (process.platform !== 'linux') return realPath(full) === full ? entriesOf(full) : null
  let handle: number | undefined
  try {
    handle = openSync(full, constants.O_RDONLY | DIRECTORY | NO_FOLLOW)
    const opened = `/proc/self/fd/${handle}`
    return readlinkSync(opened) === full ? entriesOf(opened) : null
  } catch {
    return null
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}

function realPath(full: string): string | null {
  try {
    return realpathSync.native(full)
  } catch {
    return null
  }
}

function entriesOf(directory: string): ListedName[] {
  return readdirSync(directory, { withFileTypes: true })
    .slice(0, NAMES_MAX)
    .flatMap((entry): ListedName[] => {
      const { name } = entry
      if (entry.isDirectory()) return [{ name, kind: 'directory', size: 0, modified: 0 }]
      if (!entry.isFile()) return []
      // A name that is not valid Unicode, or gone since.
      const stats = lstatSync(`${directory}/${name}`, { throwIfNoEntry: false })
      if (stats === undefined || !stats.isFile()) return []
      return [{ name, kind: 'file', size: stats.size, modified: stats.mtimeMs }]
    })
}
