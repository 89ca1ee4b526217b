import type { EventType } from '../contract/events.ts'
import type { Database } from '../storage/database.ts'
import type { EventRow } from './chain.ts'
import type { Head } from './head-file.ts'

export interface EventFilter {
  readonly types: readonly EventType[]
  /** Only rows with a smaller sequence number. */
  readonly before?: number | undefined
  readonly limit: number
  readonly runId?: string | undefined
  readonly operation?: string | undefined
}

export type EventStore = ReturnType<typeof createEventStore>

export function createEventStore(database: Database) {
  const insert = database.prepare(
    'insert into event (seq, at, type, run_id, subject, operation, body, hash) values (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const last = database.prepare('select seq, hash from event order by seq desc limit 1')
  const anchor = database.prepare('select seq, hash from event_anchor order by seq desc limit 1')
  const hashAt = database.prepare(
    'select hash from event where seq = ?1 union all select hash from event_anchor where seq = ?1',
  )
  const since = database.prepare('select * from event where seq > ? order by seq limit ?')
  const ofSubject = database.prepare('select * from event where subject = ? order by seq')
  const lastBefore = database.prepare(
    // Looked for from the oldest on: a start with nothing to prune costs nothing, however long the history is.
    `select seq, hash from event
     where seq < ifnull((select seq from event where at >= ?1 order by seq limit 1), 9007199254740991)
     order by seq desc limit 1`,
  )
  const setAnchor = database.prepare('insert or replace into event_anchor (seq, hash) values (?, ?)')
  const dropAnchors = database.prepare('delete from event_anchor where seq < ?')
  const dropUntil = database.prepare('delete from event where seq <= ?')

  return {
    insert: (row: EventRow) =>
      insert.run(row.seq, row.at, row.type, row.run_id, row.subject, row.operation, row.body, row.hash),
    last: () => (last.get() ?? anchor.get()) as Head | undefined,
    anchor: () => anchor.get() as Head | undefined,
    hashAt: (seq: number) => (hashAt.get(seq) as { hash: string } | undefined)?.hash,
    since: (seq: number, limit: number) => since.all(seq, limit) as unknown as EventRow[],
    iterate: (seq: number) => since.iterate(seq, -1) as unknown as Iterable<EventRow>,
    ofSubject: (subject: string) => ofSubject.all(subject) as unknown as EventRow[],
    newest: ({ types, before, limit, runId, operation }: EventFilter) => {
      const marks = types.map(() => '?').join(', ')
      const sql = `select * from event where type in (${marks}) and seq < ?
        and (? is null or run_id = ?) and (? is null or operation = ?) order by seq desc limit ?`
      const run = runId ?? null
      const name = operation ?? null
      return database
        .prepare(sql)
        .all(...types, before ?? Number.MAX_SAFE_INTEGER, run, run, name, name, limit) as unknown as EventRow[]
    },
    /** Deletes rows older than `before` and keeps the hash of the last deleted one, so that the rest still verifies. */
    prune: (before: number): number => {
      const cut = lastBefore.get(before) as Head | undefined
      if (cut === undefined) return 0
      setAnchor.run(cut.seq, cut.hash)
      dropAnchors.run(cut.seq)
      return Number(dropUntil.run(cut.seq).changes)
    },
  }
}
