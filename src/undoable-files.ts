import type { Clock } from './base/clock.ts'
import type { Limits } from './base/limits.ts'
import type { Logger } from './base/logger.ts'
import type { DataDirectory } from './config/data-directory.ts'
import type { LiveSettings } from './config/settings.ts'
import { createFiles, type Files } from './files/files.ts'
import type { Database } from './storage/database.ts'
import { createJournal } from './undo/journal.ts'
import { createUndo, type Undo } from './undo/undo.ts'

interface Parts {
  readonly directory: DataDirectory
  readonly settings: LiveSettings
  readonly database: Database
  readonly clock: Clock
  readonly limits: Limits
  readonly log: Logger
  readonly home: string
  readonly floor: () => readonly string[]
}

export interface UndoableFiles {
  readonly files: Files
  readonly undo: Undo
  readonly pruneKept: () => void
  /** Takes back what died half-way, in the background. */
  readonly recover: (callIds: readonly string[]) => Promise<void>
}

/** Files, and the way back from what is done to them. */
export function createUndoableFiles(parts: Parts): UndoableFiles {
  const { directory, settings, database, clock, limits, log, home, floor } = parts
  const keptDirectory = directory.path('undo')
  const journal = createJournal({ directory: keptDirectory, database, clock, limits, log })
  const { durability } = settings.current()
  const files = createFiles({ limits, home, floor, durability, journal, keptDirectory })
  const undo = createUndo({ journal, files, limits })
  return {
    files,
    undo,
    pruneKept: () => {
      journal.prune().catch((cause: unknown) => log.warn('what is kept for undo could not be pruned', { cause }))
    },
    recover: async (callIds) => {
      for (const callId of callIds) {
        try {
          if (await undo.recover(callId)) log.warn('a change that was interrupted was taken back', { callId })
        } catch (cause) {
          log.warn('a change that was interrupted could not be taken back', { callId, cause })
        }
      }
    },
  }
}
