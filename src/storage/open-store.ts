import { existsSync, renameSync, rmSync } from 'node:fs'
import { DamagedDatabase, type Database, type Durability, openDatabase } from './database.ts'

export interface OpenedStore {
  readonly database: Database
  /** Why a new database was started, when the old one could not be used. */
  readonly problem: string | null
}

/** A damaged database is kept beside a new one: nothing is deleted, and the host starts in safe mode. */
export function openStore(path: string, durability: Durability): OpenedStore {
  try {
    return { database: openDatabase(path, durability), problem: null }
  } catch (cause) {
    if (!(cause instanceof DamagedDatabase)) throw cause
    const kept = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(path + suffix)) renameSync(path + suffix, kept + suffix)
    }
    return {
      database: openDatabase(path, durability),
      problem: `The database was damaged. It is kept as ${kept}; history and approvals start anew. Restart upperhand to leave safe mode.`,
    }
  }
}

/** A database that can be made again from what it was made from: a damaged or newer one is replaced by an empty one. */
export function openDerivedStore(path: string, migrations: readonly string[]): Database {
  try {
    return openDatabase(path, 'process', migrations)
  } catch {
    removeStore(path)
    return openDatabase(path, 'process', migrations)
  }
}

export function removeStore(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}
