import { closeSync, openSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { HostError } from '../base/host-error.ts'
import { readDaemonFile } from './daemon-file.ts'
import type { DataDirectory } from './data-directory.ts'

export interface Lock {
  /** False once the directory was removed or replaced: what is there now is not what we own. */
  readonly isHeld: () => boolean
  readonly release: () => void
}

const SQLITE_BUSY = 5
const LOOK_AGAIN_MS = 50

/**
 * One owner per data directory. The lock is SQLite's, which is the kernel's: it ends with the process, however that ends,
 * so there is nothing stale to detect. `patienceMs` covers a predecessor that is still closing.
 */
export async function takeLock(directory: DataDirectory, { patienceMs = 0 } = {}): Promise<Lock> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const lock = tryLock(directory.path('lock.db'))
    if (lock !== undefined) return lock
    if (performance.now() >= deadline) throw ownedBy(directory)
    await pause(LOOK_AGAIN_MS)
  }
}

function tryLock(path: string): Lock | undefined {
  let database: DatabaseSync | undefined
  try {
    closeSync(openSync(path, 'a', 0o600))
    database = new DatabaseSync(path)
    // Nothing is ever written, so there is nothing to roll back.
    database.exec('pragma journal_mode = off; begin exclusive')
    const held = database
    const own = statSync(path)
    return {
      isHeld: () => {
        const found = statSync(path, { throwIfNoEntry: false })
        return found?.ino === own.ino && found.dev === own.dev
      },
      release: () => held.close(),
    }
  } catch (cause) {
    database?.close()
    if ((cause as { errcode?: unknown }).errcode === SQLITE_BUSY) return undefined
    throw new HostError('UNAVAILABLE', `The lock file ${path} cannot be used: ${(cause as Error).message}.`, {
      hint: 'Check the owner, permissions and free space of the data directory. If the file is damaged, remove it.',
      cause,
    })
  }
}

function ownedBy(directory: DataDirectory): HostError {
  const owner = readDaemonFile(directory)
  const who = owner === undefined ? 'Another upperhand' : `upperhand with process id ${owner.pid}`
  const where = owner?.url ? ` It runs at ${owner.url}.` : ''
  return new HostError('CONFLICT', `${who} already owns ${directory.root}.${where}`, {
    hint: 'Use that one, stop it with upperhand down, or set UPPERHAND_HOME to another directory.',
    details: { ...(owner === undefined ? {} : { pid: owner.pid, url: owner.url }) },
  })
}
