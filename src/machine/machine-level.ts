import { z } from 'zod'
import type { Clock } from '../base/clock.ts'
import { LEVELS, type Level } from '../contract/levels.ts'
import type { SetLevel } from '../contract/machine-level.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'

/** A person's own level for the whole machine: one that stands, and one for a while on top of it. */
export interface MachineLevel {
  readonly current: () => {
    readonly level: Level | null
    readonly until: number | null
    readonly standing: Level | null
  }
  readonly set: (change: SetLevel, by: string) => void
  readonly close: () => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
}

const KEY = 'level'

const level = z.enum(LEVELS).nullable()
const storedSchema = z.strictObject({
  standing: level,
  passing: z.strictObject({ level: z.enum(LEVELS), since: z.int(), until: z.int() }).nullable(),
})
type Stored = z.output<typeof storedSchema>
type Passing = NonNullable<Stored['passing']>

/** Survives a restart. What cannot be understood is read-only. */
export function createMachineLevel({ database, events, clock }: Parts): MachineLevel {
  const read = database.prepare('select value from state where key = ?')
  const write = database.prepare('insert or replace into state (key, value) values (?, ?)')
  let { standing, passing } = parse((read.get(KEY) as { value: string } | undefined)?.value)
  /** By the steady clock, so that moving the wall clock back extends nothing. */
  let steadyUntil = clock.monotonic() + (passing === null ? 0 : timeLeft(passing, clock.now()))
  let timer: NodeJS.Timeout | undefined

  const isOver = ({ until }: Passing): boolean => clock.now() >= until || clock.monotonic() >= steadyUntil

  const expire = (): void => {
    if (passing !== null && isOver(passing)) {
      passing = null
      events.note({ type: 'host.level', body: { by: 'clock', level: standing, until: null } }, store)
    }
    arm()
  }

  const arm = (): void => {
    clearTimeout(timer)
    if (passing === null) return
    timer = setTimeout(expire, Math.max(steadyUntil - clock.monotonic(), 1)).unref()
  }

  const store = (): void => {
    write.run(KEY, JSON.stringify({ standing, passing }))
  }

  expire()
  return {
    current: () =>
      passing === null || isOver(passing)
        ? { level: standing, until: null, standing }
        : { level: passing.level, until: passing.until, standing },
    set: (change, by) => {
      const now = clock.now()
      const before = { standing, passing }
      if (change.level === null || change.forMs === undefined) {
        standing = change.level
        passing = null
      } else {
        passing = { level: change.level, since: now, until: now + change.forMs }
        steadyUntil = clock.monotonic() + change.forMs
      }
      database.transaction(() => {
        database.afterRollback(() => {
          standing = before.standing
          passing = before.passing
        })
        store()
        events.append({ type: 'host.level', body: { by, level: change.level, until: passing?.until ?? null } })
      })
      arm()
    },
    close: () => clearTimeout(timer),
  }
}

/** A clock from before it was set cannot tell: then freedom is over, and a restriction begins anew. */
function timeLeft({ level: given, since, until }: Passing, now: number): number {
  if (now >= since) return until - now
  return given === 'full_access' ? 0 : until - since
}

function parse(value: string | undefined): Stored {
  if (value === undefined) return { standing: null, passing: null }
  try {
    return storedSchema.parse(JSON.parse(value))
  } catch {
    return { standing: 'read_only', passing: null }
  }
}
