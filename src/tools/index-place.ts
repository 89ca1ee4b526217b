import { sep } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { Located } from '../files/files.ts'
import type { IndexState } from '../indexing/protocol.ts'

export interface IndexPlace {
  readonly root: string
  /** From the root on; empty for all of it. */
  readonly below: string
}

/** Below the working directory its index answers; any other directory that may be read has its own. */
export function indexPlace(workdir: string, { resource: { path }, target }: Located): IndexPlace {
  if (target === null) throw new HostError('NOT_FOUND', `${path} does not exist.`)
  if (path === workdir) return { root: workdir, below: '' }
  if (path.startsWith(`${workdir}${sep}`)) {
    return { root: workdir, below: path.slice(workdir.length + 1).replaceAll(sep, '/') }
  }
  if (target.isDirectory()) return { root: path, below: '' }
  throw new HostError('INVALID_PARAMETERS', `${path} is not a directory.`, { hint: 'Name the directory it is in.' })
}

/** Null when there is nothing to say. */
export function buildingNote({ state, waiting, files }: IndexState): string | null {
  if (state === 'ready') return null
  return `the index is being built: ${files - waiting} of ${files} files so far; ask again for more`
}
