import { mkdirSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import type { Logger } from '../base/logger.ts'
import type { UndoStep } from '../contract/undo.ts'
import type { Database } from '../storage/database.ts'

/** What calls took away and how they changed things, kept for a while. */
export interface UndoJournal {
  readonly directory: string
  readonly room: (callId: string) => number
  readonly slot: (callId: string) => { readonly name: string; readonly path: string }
  readonly pathOf: (callId: string, slot: string) => string
  readonly record: (callId: string, step: UndoStep, keptBytes: number) => () => void
  /** In the order they happened, with the time of the last. */
  readonly stepsOf: (callId: string) => { readonly steps: readonly UndoStep[]; readonly at: number }
  readonly undoneBy: (callId: string) => string | null
  readonly markUndone: (callId: string, by: string) => void
  /** Removes what is too old or too much. */
  readonly prune: () => Promise<void>
}

interface Parts {
  readonly directory: string
  readonly database: Database
  readonly clock: Clock
  readonly limits: Limits
  readonly log: Logger
}

const DAY_MS = 24 * 60 * 60 * 1000
const CALL_ID = /^[A-Za-z0-9_-]{1,100}$/
const SLOT = /^\d{1,9}$/
/** One call does not push everything else out. */
const SHARE_OF_ONE_CALL = 0.5

export function createJournal({ directory, database, clock, limits, log }: Parts): UndoJournal {
  const insert = database.prepare(
    'insert into undo_step (call_id, number, body, bytes, at) values (?, (select coalesce(max(number), 0) + 1 from undo_step where call_id = ?), ?, ?, ?) returning number',
  )
  const remove = database.prepare('delete from undo_step where call_id = ? and number = ?')
  const removeCall = database.prepare('delete from undo_step where call_id = ?')
  const ofCall = database.prepare('select body, at from undo_step where call_id = ? order by number')
  const keptBy = database.prepare('select coalesce(sum(bytes), 0) as bytes from undo_step where call_id = ?')
  const keptByAll = database.prepare('select coalesce(sum(bytes), 0) as bytes from undo_step')
  const byAge = database.prepare(
    'select call_id as id, max(at) as at, sum(bytes) as bytes from undo_step group by call_id order by max(at), call_id',
  )
  const mark = database.prepare('insert or replace into undo_mark (call_id, undone_by) values (?, ?)')
  const markOf = database.prepare('select undone_by as by from undo_mark where call_id = ?')
  const removeMark = database.prepare('delete from undo_mark where call_id = ?')
  let total = (keptByAll.get() as { bytes: number }).bytes
  let pruning: Promise<void> | undefined

  const directoryOf = (callId: string) => {
    if (!CALL_ID.test(callId)) throw new HostError('INVALID_PARAMETERS', 'A call id has letters, digits, _ and - only.')
    return join(directory, callId)
  }
  const pathOf = (callId: string, slot: string) => {
    if (!SLOT.test(slot)) throw new HostError('INTERNAL', 'A slot is a number.')
    return join(directoryOf(callId), slot)
  }

  const forget = async (callId: string) => {
    database.transaction(() => {
      removeCall.run(callId)
      removeMark.run(callId)
    })
    await rm(directoryOf(callId), { recursive: true, force: true })
  }

  const prune = async () => {
    const oldest = clock.now() - limits.undoDays * DAY_MS
    const calls = byAge.all() as { id: string; at: number; bytes: number }[]
    let left = calls.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { id, at, bytes } of calls) {
      if (at >= oldest && left <= limits.undoBytes) break
      await forget(id)
      left -= bytes
    }
    total = left
    const known = new Set(calls.map(({ id }) => id))
    // Left by a call that died before it recorded anything. One that runs at this moment is not that old.
    for (const name of namesIn(directory)) {
      const isOrphan = !known.has(name) && (ofCall.get(name) ?? null) === null && !open.has(name)
      if (isOrphan && CALL_ID.test(name)) await rm(join(directory, name), { recursive: true, force: true })
    }
  }
  const pruneOnce = () => {
    pruning ??= prune().finally(() => {
      pruning = undefined
    })
    return pruning
  }

  /** Slots that were handed out in this process: their records may be on the way. */
  const open = new Map<string, number>()

  return {
    directory,
    pathOf,
    room: (callId) =>
      Math.floor(limits.undoBytes * SHARE_OF_ONE_CALL) - (keptBy.get(callId) as { bytes: number }).bytes,

    slot: (callId) => {
      const number = (open.get(callId) ?? 0) + 1
      if (number === 1) makeDirectory(directoryOf(callId))
      open.delete(callId)
      open.set(callId, number)
      for (const oldest of open.keys()) {
        if (open.size <= OPEN_MAX) break
        open.delete(oldest)
      }
      const name = String(number)
      return { name, path: pathOf(callId, name) }
    },

    record: (callId, step, keptBytes) => {
      const { number } = database.transaction(
        () => insert.get(callId, callId, JSON.stringify(step), keptBytes, clock.now()) as { number: number },
      )
      total += keptBytes
      if (total > limits.undoBytes) {
        pruneOnce().catch((cause: unknown) => log.warn('what is kept for undo could not be pruned', { cause }))
      }
      return () => {
        remove.run(callId, number)
        total -= keptBytes
      }
    },

    stepsOf: (callId) => {
      const rows = ofCall.all(callId) as { body: string; at: number }[]
      return { steps: rows.map(({ body }) => JSON.parse(body) as UndoStep), at: rows.at(-1)?.at ?? 0 }
    },
    undoneBy: (callId) => (markOf.get(callId) as { by: string } | undefined)?.by ?? null,
    markUndone: (callId, by) => void mark.run(callId, by),
    prune: pruneOnce,
  }
}

const OPEN_MAX = 1_000

function makeDirectory(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new HostError('UNAVAILABLE', 'What is there now cannot be kept for undo, so nothing was changed.', {
      hint: 'The data directory cannot be written to. A person looks with: upperhand doctor',
      cause,
    })
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    // Nothing was ever kept.
    return []
  }
}
