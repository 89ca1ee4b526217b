import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import { isId } from '../base/ids.ts'
import type { Limits } from '../base/limits.ts'
import { nearest } from '../base/nearest.ts'
import { oneLine } from '../base/visible.ts'
import type { Database } from '../storage/database.ts'

export interface Chunk {
  readonly text: string
  readonly offset: number
  readonly totalLength: number
  readonly nextOffset: number | null
}

export interface Results {
  /** Keeps a long text under its call's id. False when there is no room for it: the call itself has succeeded. */
  readonly keep: (callId: string, owner: Owner, text: string) => boolean
  /** Only for the principal whose call it was; null sees everything (a person). */
  readonly read: (callId: string, principal: string | null, offset: number, length: number) => Chunk
  readonly sweep: () => void
}

interface Owner {
  readonly runId: string
  readonly principal: string
}

interface Parts {
  readonly directory: string
  readonly database: Database
  readonly clock: Clock
  readonly limits: Limits
}

export function createResults({ directory, database, clock, limits }: Parts): Results {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const insert = database.prepare(
    'insert or replace into kept_result (call_id, run_id, principal, chars, bytes, created_at) values (?, ?, ?, ?, ?, ?)',
  )
  const find = database.prepare('select principal, chars from kept_result where call_id = ?')
  const remove = database.prepare('delete from kept_result where call_id = ?')
  const ownIds = database.prepare(
    'select call_id from kept_result where principal = ? order by created_at desc limit ?',
  )
  const newestIds = database.prepare('select call_id from kept_result order by created_at desc limit ?')
  const newestFirst = database.prepare('select call_id, bytes, created_at from kept_result order by created_at desc')
  const fileOf = (callId: string) => join(directory, `${callId}.txt`)

  const missing = (callId: string, principal: string | null) => {
    const own = (principal === null ? newestIds.all(NEAR_AMONG) : ownIds.all(principal, NEAR_AMONG)) as {
      call_id: string
    }[]
    const near = nearIds(
      callId,
      own.map(({ call_id }) => call_id),
    )
    const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Use the id that the shortened result names.'
    return new HostError('NOT_FOUND', `There is no kept result ${oneLine(callId, 60)}.`, {
      hint: `${hint} Kept results expire after a day.`,
    })
  }

  return {
    keep: (callId, { runId, principal }, text) => {
      const kept = text.slice(0, limits.keptResultBytes)
      try {
        writeFileSync(fileOf(callId), kept, { mode: 0o600 })
        insert.run(callId, runId, principal, kept.length, Buffer.byteLength(kept), clock.now())
        return true
      } catch {
        rmSync(fileOf(callId), { force: true })
        return false
      }
    },
    read: (callId, principal, offset, length) => {
      // The id becomes a file name: anything but our own shape is refused before it can be a path.
      if (!isId(callId)) throw missing(callId, principal)
      const row = find.get(callId) as { principal: string; chars: number } | undefined
      if (row === undefined || (principal !== null && row.principal !== principal) || !existsSync(fileOf(callId))) {
        throw missing(callId, principal)
      }
      if (offset > row.chars) {
        throw new HostError('INVALID_PARAMETERS', `offset ${offset} is beyond the end (${row.chars} characters).`)
      }
      const text = cutAtCharacter(
        readFileSync(fileOf(callId), 'utf8'),
        offset,
        Math.min(length, limits.keptChunkMaxChars),
      )
      const next = offset + text.length
      return { text, offset, totalLength: row.chars, nextOffset: next < row.chars ? next : null }
    },
    sweep: () => {
      let total = 0
      for (const row of newestFirst.all() as { call_id: string; bytes: number; created_at: number }[]) {
        total += row.bytes
        const isOld = row.created_at < clock.now() - limits.keptResultsAgeMs
        if (!isOld && total <= limits.keptResultsTotalBytes) continue
        rmSync(fileOf(row.call_id), { force: true })
        remove.run(row.call_id)
      }
    },
  }
}

/** Only of the caller's own: what others kept is not there for it. */
const NEAR_AMONG = 200
const PREFIX_CHARS = 6

/** Nearly right: cut off, without its prefix, in other case, or with a letter wrong. */
function nearIds(given: string, known: readonly string[]): string[] {
  const wanted = given
    .trim()
    .toLowerCase()
    .replace(/^call[_-]?/, '')
  if (wanted.length < PREFIX_CHARS) return []
  const alike = known.filter((id) => id.slice('call_'.length).startsWith(wanted))
  return alike.length > 0 ? alike.slice(0, 3) : nearest(`call_${wanted}`, known)
}

/** Never splits a surrogate pair at the end of a chunk. */
function cutAtCharacter(text: string, offset: number, length: number): string {
  const end = offset + length
  const last = text.charCodeAt(end - 1)
  const splits = end < text.length && last >= 0xd800 && last <= 0xdbff && length > 1
  return text.slice(offset, splits ? end - 1 : end)
}
