import type { Database } from '../storage/database.ts'
import type { EventRow } from './chain.ts'

/** What a finished call is looked for by. Text is part of its label or arguments, in any case. */
export interface CallSearch {
  readonly limit: number
  /** Only rows with a smaller sequence number. */
  readonly before?: number | undefined
  readonly runId?: string | undefined
  readonly operation?: string | undefined
  readonly state?: string | undefined
  readonly client?: string | undefined
  readonly text?: string | undefined
  /** From this time on, and before that one, in milliseconds. */
  readonly from?: number | undefined
  readonly to?: number | undefined
}

export interface FoundCalls {
  /** `call.finished` rows, newest first. */
  readonly rows: readonly EventRow[]
  /** Where to go on; null at the end. A page can be short, or empty, and still have a next one. */
  readonly next: number | null
}

/** How many calls one search looks at: it holds up everything else meanwhile. */
const LOOKED_AT = 5_000

const CANDIDATES = `select * from event where type = 'call.finished' and seq < :before
  and (:run is null or run_id = :run) and (:operation is null or operation = :operation)
  order by seq desc limit :lookedAt`

/** The description of a call stands in its first event, the state in its last. */
const FOUND = `select * from (${CANDIDATES}) as call
  where at >= :from and at < :to
    and (:state is null or body ->> '$.state' = :state)
    and (:client is null or exists (
      select 1 from event as told where told.subject = call.subject and told.body ->> '$.client' = :client))
    and (:text is null or exists (
      select 1 from event as told where told.subject = call.subject
        and (told.body ->> '$.label' like :text escape '\\' or told.body ->> '$.args' like :text escape '\\')))
  order by seq desc limit :limit`

const SEEN = `select count(*) as count, min(seq) as last from (${CANDIDATES})`

export function createCallSearch(database: Database): (search: CallSearch) => FoundCalls {
  const found = database.prepare(FOUND)
  const seen = database.prepare(SEEN)
  return ({ limit, before, runId, operation, state, client, text, from, to }) => {
    const candidates = {
      before: before ?? Number.MAX_SAFE_INTEGER,
      run: runId ?? null,
      operation: operation ?? null,
      lookedAt: LOOKED_AT,
    }
    const rows = found.all({
      ...candidates,
      from: from ?? 0,
      to: to ?? Number.MAX_SAFE_INTEGER,
      state: state ?? null,
      client: client ?? null,
      text: text === undefined ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`,
      limit,
    }) as unknown as EventRow[]
    if (rows.length === limit) return { rows, next: rows.at(-1)?.seq ?? null }
    const { count, last } = seen.get(candidates) as { count: number; last: number | null }
    return { rows, next: count === LOOKED_AT ? last : null }
  }
}
