import { join } from 'node:path'
import { systemClock } from '../../src/base/clock.ts'
import type { Limits } from '../../src/base/limits.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { createJournal, type UndoJournal } from '../../src/undo/journal.ts'
import { quietLog } from './store.ts'

/** A real journal over a real database, which is opened when something is kept for the first time. */
export function worldJournal(data: string, limits: Limits): UndoJournal & { readonly close: () => void } {
  let open: { readonly journal: UndoJournal; readonly close: () => void } | undefined
  const journal = () => {
    if (open === undefined) {
      const database = openDatabase(join(data, 'undo.db'))
      const directory = join(data, 'undo')
      open = {
        journal: createJournal({ directory, database, clock: systemClock, limits, log: quietLog }),
        close: database.close,
      }
    }
    return open.journal
  }
  return {
    directory: join(data, 'undo'),
    room: (callId) => journal().room(callId),
    slot: (callId) => journal().slot(callId),
    pathOf: (callId, slot) => journal().pathOf(callId, slot),
    record: (callId, step, bytes) => journal().record(callId, step, bytes),
    stepsOf: (callId) => journal().stepsOf(callId),
    undoneBy: (callId) => journal().undoneBy(callId),
    markUndone: (callId, by) => journal().markUndone(callId, by),
    prune: () => journal().prune(),
    close: () => open?.close(),
  }
}
