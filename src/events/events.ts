import type { Clock } from '../base/clock.ts'
import type { Logger } from '../base/logger.ts'
import type { EventType, HostEvent } from '../contract/events.ts'
import type { Database } from '../storage/database.ts'
import { chainHash, type EventRow, GENESIS } from './chain.ts'
import type { Head, HeadFile } from './head-file.ts'
import { type CallSearch, createCallSearch } from './search-calls.ts'
import { createEventStore, type EventFilter, type EventStore } from './store.ts'
import { type Verification, verifyChain } from './verify.ts'

export interface NewEvent {
  readonly type: EventType
  readonly runId?: string | undefined
  readonly subject?: string | undefined
  readonly operation?: string | undefined
  readonly body: Readonly<Record<string, unknown>>
}

export type Listener = (event: HostEvent) => void

export interface Events {
  /** Stores the event as the next link of the chain and delivers it after the commit. Returns its sequence number. */
  readonly append: (event: NewEvent) => number
  /**
   * For what has happened anyway and gives nobody a right: stored together with what `also` writes. Where that is
   * impossible (a full disk) the log has it, and life goes on.
   */
  readonly note: (event: NewEvent, also?: () => void) => void
  /** Delivers without storing. */
  readonly signal: (event: NewEvent) => void
  readonly subscribe: (listener: Listener) => () => void
  readonly since: (seq: number, limit: number) => HostEvent[]
  readonly ofSubject: (subject: string) => HostEvent[]
  readonly newest: (filter: EventFilter) => HostEvent[]
  /** The `call.finished` events of what is looked for, newest first, and where to go on. */
  readonly searchCalls: (search: CallSearch) => { readonly found: readonly HostEvent[]; readonly next: number | null }
  readonly head: () => Head
  readonly verify: () => Verification
  /** Removes what is older; the hash before the first kept row stays as an anchor. */
  readonly prune: (before: number) => number
  readonly close: () => void
}

interface Parts {
  readonly database: Database
  readonly headFile: HeadFile
  readonly clock: Clock
  readonly log: Logger
}

/** One log for everything that happened: what the console follows is what the audit proves. */
export function createEvents({ database, headFile, clock, log }: Parts): Events {
  const store = createEventStore(database)
  const searchCalls = createCallSearch(database)
  const listeners = new Set<Listener>()
  let head: Head = store.last() ?? { seq: 0, hash: GENESIS }

  const deliver = (event: HostEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event)
      } catch (cause) {
        log.error('an event listener failed', { type: event.type, cause })
      }
    }
  }

  const append = (event: NewEvent): number =>
    database.transaction(() => {
      const previous = head
      const row = {
        seq: head.seq + 1,
        at: clock.now(),
        type: event.type,
        run_id: event.runId ?? null,
        subject: event.subject ?? null,
        operation: event.operation ?? null,
        body: JSON.stringify(event.body),
      }
      const hash = chainHash(previous.hash, row)
      store.insert({ ...row, hash })
      head = { seq: row.seq, hash }
      database.afterCommit(() => {
        headFile.write({ seq: row.seq, hash })
        deliver(toEvent(row, event.body))
      })
      database.afterRollback(() => {
        head = previous
      })
      return row.seq
    })

  const expected = headFile.read()
  const isNew = expected === undefined && head.seq === 0
  // Written before the first entry, so that a head file that is missing later was taken away.
  if (isNew) headFile.write(head)
  if (!isNew && !isLink(store, expected)) {
    // A power cut can take the last commits while the head file kept them; someone may also have cut rows off.
    log.error('the history does not continue where it ended', { expected, found: head })
    append({ type: 'ledger.gap', body: { expected: expected ?? null, found: head } })
  }

  return {
    append,
    note: (event, also) => {
      try {
        database.transaction(() => {
          also?.()
          append(event)
        })
      } catch (cause) {
        log.error('an event could not be stored', { type: event.type, cause })
      }
    },
    signal: ({ type, runId, subject, operation, body }) =>
      deliver({
        seq: null,
        at: clock.now(),
        type,
        runId: runId ?? null,
        subject: subject ?? null,
        operation: operation ?? null,
        body,
      }),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    since: (seq, limit) => store.since(seq, limit).map(parsed),
    ofSubject: (subject) => store.ofSubject(subject).map(parsed),
    newest: (filter) => store.newest(filter).map(parsed),
    searchCalls: (search) => {
      const { rows, next } = searchCalls(search)
      return { found: rows.map(parsed), next }
    },
    head: () => head,
    verify: () => verifyChain(store, headFile.read(), database),
    prune: (before) => database.transaction(() => store.prune(before)),
    close: () => headFile.close(),
  }
}

/** Whether the head file names an entry that is there, or the place before the first. */
function isLink(store: EventStore, expected: Head | undefined): boolean {
  if (expected === undefined) return false
  return expected.seq === 0 ? expected.hash === GENESIS : store.hashAt(expected.seq) === expected.hash
}

function toEvent(row: Omit<EventRow, 'hash'>, body: Readonly<Record<string, unknown>>): HostEvent {
  return {
    seq: row.seq,
    at: row.at,
    type: row.type as EventType,
    runId: row.run_id,
    subject: row.subject,
    operation: row.operation,
    body,
  }
}

function parsed(row: EventRow): HostEvent {
  return toEvent(row, JSON.parse(row.body))
}
