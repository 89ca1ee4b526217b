import { askedWords, matchAny, wordsOf } from '../base/words.ts'
import type { RecallMap } from '../contract/recall.ts'
import type { Database } from '../storage/database.ts'

export interface Entry {
  readonly id: string
  readonly kind: 'call' | 'conversation'
  /** Of the event; for conversations the number of the archive. */
  readonly seq: number
  readonly at: number
  readonly principal: string
  readonly owner: string
  readonly client: string
  readonly operation: string
  readonly title: string
  readonly text: string
}

/** Whose entries: of one principal, of some conversations, or everybody's. */
export type Whose = { readonly principal: string } | { readonly owners: readonly string[] } | 'all'

/** Made again from the history whenever it is missing. */
export const RECALL_MIGRATIONS: readonly string[] = [
  `
  create table entry (
    number integer primary key,
    id text not null unique,
    kind text not null,
    seq integer not null,
    at integer not null,
    principal text not null,
    owner text not null,
    client text not null,
    operation text not null,
    title text not null,
    text text not null
  ) strict;
  create index entry_seq on entry (kind, seq);
  create index entry_principal on entry (principal, at);
  create index entry_owner on entry (owner, at);
  create table mark (name text primary key, seq integer not null) strict, without rowid;
  create virtual table word using fts5 (words, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2');
  `,
]

export type Mark = 'newest' | 'oldest'

export type IndexStore = ReturnType<typeof createIndexStore>

const COLUMNS = 'id, kind, seq, at, principal, owner, client, operation, title, text'
const DAY_MS = 24 * 60 * 60 * 1000
const DAYS_SHOWN = 7
const OPERATIONS_SHOWN = 5

export function createIndexStore(database: Database) {
  const insert = database.prepare(`insert or ignore into entry (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`)
  const insertWords = database.prepare('insert into word (rowid, words) values (?, ?)')
  const lastOf = database.prepare('select max(seq) as last from entry where kind = ?')
  const marks = database.prepare('select name, seq from mark')
  const setMark = database.prepare('insert or replace into mark (name, seq) values (?, ?)')
  const old = database.prepare("select number from entry where kind = 'call' and seq < ?")
  const removeWords = database.prepare('delete from word where rowid = ?')
  const removeOld = database.prepare("delete from entry where kind = 'call' and seq < ?")

  const where = (whose: Whose): { readonly sql: string; readonly values: readonly string[] } => {
    if (whose === 'all') return { sql: 'true', values: [] }
    if ('principal' in whose) return { sql: 'entry.principal = ?', values: [whose.principal] }
    return { sql: `entry.owner in (${whose.owners.map(() => '?').join(', ') || 'null'})`, values: whose.owners }
  }

  return {
    add: (entries: readonly Entry[]): void =>
      database.transaction(() => {
        for (const { id, kind, seq, at, principal, owner, client, operation, title, text } of entries) {
          const made = insert.run(id, kind, seq, at, principal, owner, client, operation, title, text)
          if (made.changes > 0) insertWords.run(made.lastInsertRowid, wordsOf(`${title}\n${text}`).join(' '))
        }
      }),
    lastOf: (kind: Entry['kind']) => (lastOf.get(kind) as { last: number | null }).last ?? 0,
    /** How far the history was taken in: from the newest event down to the oldest. */
    marks: (): Partial<Record<Mark, number>> =>
      Object.fromEntries((marks.all() as { name: string; seq: number }[]).map(({ name, seq }) => [name, seq])),
    mark: (name: Mark, seq: number): void => {
      setMark.run(name, seq)
    },
    removeBefore: (seq: number): void =>
      database.transaction(() => {
        for (const { number } of old.all(seq) as { number: number }[]) removeWords.run(number)
        removeOld.run(seq)
      }),
    /** Best first, with how many of the asked words each holds, from 0 to 1. */
    byWords: (query: string, whose: Whose, limit: number): { entry: Entry; coverage: number }[] => {
      const asked = askedWords(query)
      const match = matchAny(asked)
      if (match === null) return []
      const { sql, values } = where(whose)
      const rows = database
        .prepare(
          `select ${COLUMNS} from word join entry on entry.number = word.rowid
           where word match ? and ${sql} order by bm25(word) limit ?`,
        )
        .all(match, ...values, limit) as unknown as Entry[]
      return rows.map((entry) => ({ entry, coverage: coverage(entry, asked) }))
    },
    newest: (whose: Whose, limit: number): Entry[] => {
      const { sql, values } = where(whose)
      return database
        .prepare(`select ${COLUMNS} from entry where ${sql} order by at desc limit ?`)
        .all(...values, limit) as unknown as Entry[]
    },
    map: (query: string, whose: Whose): Omit<RecallMap, 'isComplete'> => {
      const { sql, values } = where(whose)
      const match = matchAny(askedWords(query))
      const matches =
        match === null
          ? 0
          : (
              database
                .prepare(
                  `select count(*) as count from word join entry on entry.number = word.rowid where word match ? and ${sql}`,
                )
                .get(match, ...values) as { count: number }
            ).count
      const all = database
        .prepare(`select count(*) as entries, min(at) as earliest, max(at) as latest from entry where ${sql}`)
        .get(...values) as Pick<RecallMap, 'entries' | 'earliest' | 'latest'>
      const days = database
        .prepare(
          `select at / ${DAY_MS} as day, count(*) as entries from entry where ${sql} group by day order by day desc limit ${DAYS_SHOWN}`,
        )
        .all(...values) as { day: number; entries: number }[]
      const operations = database
        .prepare(
          `select operation as name, count(*) as entries from entry where ${sql} group by operation order by entries desc limit ${OPERATIONS_SHOWN}`,
        )
        .all(...values) as { name: string; entries: number }[]
      return {
        matches,
        ...all,
        days: days.map(({ day, entries }) => ({ day: new Date(day * DAY_MS).toISOString().slice(0, 10), entries })),
        operations: operations.map((one) => ({ ...one })),
      }
    },
    close: database.close,
  }
}

function coverage({ title, text }: Entry, asked: readonly string[]): number {
  const words = new Set(wordsOf(`${title}\n${text}`))
  return asked.filter((word) => words.has(word)).length / Math.max(1, asked.length)
}
