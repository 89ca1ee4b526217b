import { join } from 'node:path'
import type { Clock } from '../../src/base/clock.ts'
import type { Logger } from '../../src/base/logger.ts'
import { createEvents, type Events } from '../../src/events/events.ts'
import { openHeadFile } from '../../src/events/head-file.ts'
import { type Database, openDatabase } from '../../src/storage/database.ts'
import { temporaryDirectory } from './temporary.ts'

export const quietLog: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export interface ManualClock extends Clock {
  readonly advance: (ms: number) => void
  /** Moves only the wall clock, as a person or a time server does. */
  readonly setBack: (ms: number) => void
}

export function manualClock(start = 1_800_000_000_000): ManualClock {
  let wall = start
  let steady = 0
  return {
    now: () => wall,
    monotonic: () => steady,
    advance: (ms) => {
      wall += ms
      steady += ms
    },
    setBack: (ms) => {
      wall -= ms
    },
  }
}

export interface TestStore extends Disposable {
  readonly directory: string
  readonly database: Database
  readonly events: Events
  readonly clock: ManualClock
  /** Closes and opens again, as a restart does. */
  readonly reopen: () => { database: Database; events: Events }
}

/** A real database and event log in a temporary directory. */
export function testStore(): TestStore {
  const directory = temporaryDirectory()
  const clock = manualClock()
  const open = () => {
    const database = openDatabase(join(directory.path, 'upperhand.db'))
    const headFile = openHeadFile(join(directory.path, 'ledger.head'))
    return { database, events: createEvents({ database, headFile, clock, log: quietLog }) }
  }
  let current = open()
  const shut = () => {
    current.events.close()
    current.database.close()
  }
  return {
    directory: directory.path,
    database: current.database,
    events: current.events,
    clock,
    reopen: () => {
      shut()
      current = open()
      return current
    },
    [Symbol.dispose]: () => {
      shut()
      directory[Symbol.dispose]()
    },
  }
}
