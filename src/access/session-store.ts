import type { Database } from '../storage/database.ts'

export interface SessionRow {
  readonly hash: string
  readonly header_hash: string
  readonly created_at: number
  readonly seen_at: number
}

export function createSessionStore(database: Database) {
  const insert = database.prepare(
    'insert into person_session (hash, header_hash, created_at, seen_at) values (?, ?, ?, ?)',
  )
  const all = database.prepare('select * from person_session order by created_at')
  const setSeen = database.prepare('update person_session set seen_at = ? where hash = ?')
  const drop = database.prepare('delete from person_session where hash = ?')
  const dropAll = database.prepare('delete from person_session')
  return {
    insert: ({ hash, header_hash, created_at, seen_at }: SessionRow) =>
      insert.run(hash, header_hash, created_at, seen_at),
    all: () => all.all() as unknown as SessionRow[],
    setSeen: (hash: string, at: number) => setSeen.run(at, hash),
    drop: (hash: string) => drop.run(hash),
    dropAll: () => dropAll.run(),
  }
}
