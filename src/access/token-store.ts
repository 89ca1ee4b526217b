import type { Level } from '../contract/levels.ts'
import type { TokenView } from '../contract/tokens.ts'
import type { Database } from '../storage/database.ts'

export interface TokenRow {
  readonly id: string
  readonly hash: string
  readonly label: string
  readonly profile: string | null
  readonly level: Level | null
  readonly created_at: number
  readonly last_used_at: number | null
  readonly expires_at: number | null
  readonly revoked_at: number | null
}

const LISTED = 500

export function createTokenStore(database: Database) {
  const insert = database.prepare(
    'insert into token (id, hash, label, profile, level, created_at, expires_at) values (?, ?, ?, ?, ?, ?, ?)',
  )
  const newest = database.prepare('select * from token order by created_at desc, id limit ?')
  const live = database.prepare('select * from token where revoked_at is null')
  const setHash = database.prepare('update token set hash = ? where id = ? and revoked_at is null')
  const setUsed = database.prepare('update token set last_used_at = ? where id = ?')
  const setRevoked = database.prepare('update token set revoked_at = ? where id = ? and revoked_at is null')

  return {
    insert: ({ id, hash, label, profile, level, created_at, expires_at }: TokenRow) =>
      insert.run(id, hash, label, profile, level, created_at, expires_at),
    newest: () => newest.all(LISTED) as unknown as TokenRow[],
    live: () => live.all() as unknown as TokenRow[],
    setHash: (id: string, hash: string) => setHash.run(hash, id).changes === 1,
    setUsed: (id: string, at: number) => setUsed.run(at, id),
    setRevoked: (id: string, at: number) => setRevoked.run(at, id).changes === 1,
  }
}

export function toView(row: TokenRow): TokenView {
  return {
    id: row.id,
    label: row.label,
    profile: row.profile,
    level: row.level,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    ...(row.expires_at === null ? {} : { expiresAt: row.expires_at }),
    // One that ran out is closed with its own time, so that no clock brings it back; nobody revoked it.
    ...(row.revoked_at === null || row.revoked_at === row.expires_at ? {} : { revokedAt: row.revoked_at }),
  }
}
