import { closeSync, openSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { HostError } from '../base/host-error.ts'
import { MIGRATIONS } from './migrations.ts'

export interface Database {
  readonly prepare: (sql: string) => StatementSync
  /** Runs `work` in one transaction; a transaction inside another joins it. */
  readonly transaction: <T>(work: () => T) => T
  /** Runs `action` once the outermost transaction has committed; at once when none is open. */
  readonly afterCommit: (action: () => void) => void
  /** Runs `action` if the open transaction is undone, the last one given first. */
  readonly afterRollback: (action: () => void) => void
  readonly integrityErrors: () => string[]
  readonly close: () => void
}

export type Durability = 'process' | 'power'

/** Opens and migrates. A file that is not a healthy database throws `DamagedDatabase` and is left as it is. */
export function openDatabase(
  path: string,
  durability: Durability = 'process',
  migrations: readonly string[] = MIGRATIONS,
): Database {
  const sqlite = connect(path, durability, migrations)
  let depth = 0
  let committed: (() => void)[] = []
  let undone: (() => void)[] = []
  const begin = sqlite.prepare('begin immediate')
  const commit = sqlite.prepare('commit')
  const rollback = sqlite.prepare('rollback')

  const transaction = <T>(work: () => T): T => {
    if (depth > 0) return work()
    begin.run()
    depth = 1
    try {
      const result = work()
      commit.run()
      depth = 0
      settle(committed)
      return result
    } catch (cause) {
      if (depth === 1) {
        depth = 0
        rollbackQuietly(rollback)
        settle(undone.reverse())
      }
      throw storageError(cause)
    }
  }

  const settle = (actions: (() => void)[]): void => {
    committed = []
    undone = []
    const failures = actions.flatMap((action) => {
      try {
        action()
        return []
      } catch (cause) {
        return [cause]
      }
    })
    if (failures.length > 0) throw failures[0]
  }

  return {
    prepare: (sql) => sqlite.prepare(sql),
    transaction,
    afterCommit: (action) => {
      if (depth > 0) committed.push(action)
      else action()
    },
    afterRollback: (action) => {
      if (depth > 0) undone.push(action)
    },
    integrityErrors: () => integrityErrors(sqlite),
    close: () => sqlite.close(),
  }
}

export class DamagedDatabase extends Error {}

function connect(path: string, durability: Durability, migrations: readonly string[]): DatabaseSync {
  let sqlite: DatabaseSync | undefined
  try {
    // SQLite gives its journal the mode of the database.
    closeSync(openSync(path, 'a', 0o600))
    sqlite = new DatabaseSync(path)
    sqlite.exec('pragma journal_mode = wal')
    requireHealthy(sqlite, path)
    sqlite.exec(`pragma synchronous = ${durability === 'power' ? 'full' : 'normal'}`)
    // A checkpoint syncs; the default would come about every hundred calls.
    sqlite.exec('pragma wal_autocheckpoint = 4000')
    sqlite.exec('pragma foreign_keys = on; pragma busy_timeout = 2000; pragma temp_store = memory')
    migrate(sqlite, migrations)
    return sqlite
  } catch (cause) {
    // Left open, it would remove the journal of whatever database takes this place.
    closeQuietly(sqlite)
    if (isDamage(cause)) throw new DamagedDatabase(`${path} is not a healthy database`, { cause })
    throw storageError(cause)
  }
}

/** Damage behind the header would otherwise show in the middle of a call. Takes about a millisecond for 2,000 entries. */
function requireHealthy(sqlite: DatabaseSync, path: string): void {
  const rows = sqlite.prepare('pragma quick_check(1)').all() as { quick_check: string }[]
  const damage = rows.map((row) => row.quick_check).find((line) => line !== 'ok')
  if (damage !== undefined) throw new DamagedDatabase(`${path} is not a healthy database: ${damage}`)
}

function migrate(sqlite: DatabaseSync, migrations: readonly string[]): void {
  const { user_version: version } = sqlite.prepare('pragma user_version').get() as { user_version: number }
  if (version > migrations.length) {
    throw new HostError('UNAVAILABLE', 'The data directory was written by a newer upperhand.', {
      hint: 'Install the newer version, or set UPPERHAND_HOME to another directory.',
    })
  }
  migrations.slice(version).forEach((sql, index) => {
    sqlite.exec(`begin immediate; ${sql}; pragma user_version = ${version + index + 1}; commit`)
  })
}

const SQLITE_BUSY = 5
const SQLITE_IOERR = 10
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26
const SQLITE_READONLY = 8
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14

function sqliteCode(cause: unknown): number | undefined {
  const code = (cause as { errcode?: unknown } | null)?.errcode
  return typeof code === 'number' ? code & 0xff : undefined
}

function isDamage(cause: unknown): boolean {
  return cause instanceof DamagedDatabase || sqliteCode(cause) === SQLITE_CORRUPT || sqliteCode(cause) === SQLITE_NOTADB
}

/** What a person can do about a failing store, instead of the words of SQLite or the file system. */
function storageError(cause: unknown): unknown {
  switch (sqliteCode(cause) ?? (cause as NodeJS.ErrnoException | null)?.code) {
    case SQLITE_BUSY:
      return new HostError('UNAVAILABLE', 'Another program holds the database.', {
        hint: 'End what has upperhand.db open, then try again.',
        cause,
      })
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
    case 'EROFS':
    case 'EIO':
      return new HostError('UNAVAILABLE', 'The data directory cannot be written.', {
        hint: 'Check its owner, permissions and mount, then try again.',
        cause,
      })
    case SQLITE_FULL:
    case 'ENOSPC':
    case 'EDQUOT':
      return new HostError(
        'UNAVAILABLE',
        'The disk of the data directory is full, so nothing can be recorded or run.',
        {
          hint: 'Free some space, then try again.',
          cause,
        },
      )
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return new HostError('UNAVAILABLE', 'The database is damaged.', {
        hint: 'Restart upperhand: it keeps the damaged file and starts a new one.',
        cause,
      })
    default:
      return cause
  }
}

function rollbackQuietly(rollback: StatementSync): void {
  try {
    rollback.run()
  } catch {
    // SQLite already rolled back by itself (disk full, I/O error).
  }
}

function closeQuietly(sqlite: DatabaseSync | undefined): void {
  try {
    sqlite?.close()
  } catch {
    // Nothing can be saved here; the first failure is the one to tell.
  }
}

function integrityErrors(sqlite: DatabaseSync): string[] {
  const rows = sqlite.prepare('pragma integrity_check(20)').all() as { integrity_check: string }[]
  return rows.map((row) => row.integrity_check).filter((line) => line !== 'ok')
}
