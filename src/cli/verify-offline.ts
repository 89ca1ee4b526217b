import { existsSync } from 'node:fs'
import { HostError } from '../base/host-error.ts'
import { type Environment, openDataDirectory } from '../config/data-directory.ts'
import { takeLock } from '../config/lock.ts'
import { openHeadFile } from '../events/head-file.ts'
import { createEventStore } from '../events/store.ts'
import { type Verification, verifyChain } from '../events/verify.ts'
import { DamagedDatabase, type Database, openDatabase } from '../storage/database.ts'

/** Checks the history without a daemon; the lock keeps one from starting meanwhile. */
export async function verifyOffline(env: Environment): Promise<Verification> {
  const directory = openDataDirectory(env)
  const lock = await takeLock(directory)
  try {
    const path = directory.path('upperhand.db')
    if (!existsSync(path)) throw new HostError('NOT_FOUND', 'There is no history yet.', { hint: 'upperhand up' })
    return verify(path, directory.path('ledger.head'))
  } finally {
    lock.release()
  }
}

function verify(path: string, headPath: string): Verification {
  let database: Database | undefined
  const head = openHeadFile(headPath)
  try {
    database = openDatabase(path)
    return verifyChain(createEventStore(database), head.read(), database)
  } catch (cause) {
    if (!isDamage(cause)) throw cause
    return { ok: false, entries: 0, reason: 'The database is damaged.' }
  } finally {
    database?.close()
    head.close()
  }
}

function isDamage(cause: unknown): boolean {
  if (cause instanceof DamagedDatabase) return true
  // Reading rows directly meets SQLite's own words: corrupt, or not a database.
  const code = (cause as { errcode?: unknown }).errcode
  return code === 11 || code === 26
}
