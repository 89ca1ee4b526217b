import { closeSync, constants, fchmodSync, linkSync, lstatSync, openSync, rmSync } from 'node:fs'
import type { KeptFile } from '../contract/undo.ts'
import { changedMeanwhile, errnoOf } from './file-error.ts'
import { isSameFile } from './identity.ts'
import type { Journal } from './journal.ts'
import { openEntry } from './open-file.ts'
import { readAt } from './read-bytes.ts'
import type { Destination } from './replace-file.ts'
import { writeAll } from './write-bytes.ts'

const CHUNK_BYTES = 1024 * 1024
const PERMISSIONS = 0o7777

/** Keeps the file that is about to be replaced; null if there is none. */
export async function keepFile(journal: Journal, destination: Destination, callId: string): Promise<KeptFile | null> {
  const { target } = destination
  if (target === null) return null
  const size = Number(target.size)
  const mode = Number(target.mode) & PERMISSIONS
  if (size > journal.room(callId)) return { slot: null, size, mode }
  const slot = journal.slot(callId)
  try {
    // A second name costs nothing, and the file is replaced, not written to. With other names it could still change.
    if (!(target.nlink === 1n && linked(destination, slot.path))) await copied(destination, slot.path)
  } catch (cause) {
    rmSync(slot.path, { force: true })
    throw cause
  }
  return { slot: slot.name, size, mode }
}

const NO_LINK = new Set(['EXDEV', 'EPERM', 'EACCES', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

function linked({ directory, name, target, path }: Destination, to: string): boolean {
  try {
    linkSync(directory.entry(name), to)
  } catch (cause) {
    if (NO_LINK.has(errnoOf(cause) ?? '')) return false
    throw cause
  }
  if (target !== null && isSameFile(lstatSync(to, { bigint: true }), target)) return true
  throw changedMeanwhile(path)
}

async function copied({ directory, name, target, path }: Destination, to: string): Promise<void> {
  using file = openEntry(directory, name, constants.O_RDONLY, path)
  if (target === null || !isSameFile(file.stats, target)) throw changedMeanwhile(path)
  const fd = openSync(to, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600)
  try {
    for (let position = 0; ; ) {
      const bytes = await readAt(file, position, CHUNK_BYTES)
      if (bytes.length === 0) break
      await writeAll(fd, bytes)
      position += bytes.length
    }
    fchmodSync(fd, Number(target.mode) & PERMISSIONS)
  } finally {
    closeSync(fd)
  }
}
