import type { Clock } from '../base/clock.ts'
import { type Level, stricterLevel } from '../contract/levels.ts'
import type { LevelView, SetLevel } from '../contract/machine-level.ts'
import type { MachineState } from '../contract/run.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'
import { createMachineLevel } from './machine-level.ts'
import { createPausedRuns } from './paused-runs.ts'

export interface Machine {
  readonly state: () => MachineState
  readonly pause: (by: string) => void
  readonly resume: (by: string) => void
  /** The same for one run. */
  readonly pauseRun: (runId: string, by: string) => void
  readonly resumeRun: (runId: string, by: string) => void
  /** While any problem stands the machine is in safe mode: read-only, and every face says why. */
  readonly setProblem: (key: string, reason: string | null) => void
  readonly level: () => LevelView
  readonly setLevel: (change: SetLevel, by: string) => void
  readonly close: () => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  /** From settings.json. */
  readonly level: () => Level | null
}

const PAUSED = 'paused'

/** What holds for the whole machine, whatever the profile. The pause survives a restart. */
export function createMachine({ database, events, clock, level }: Parts): Machine {
  const pausedRuns = createPausedRuns(events)
  const own = createMachineLevel({ database, events, clock })
  const read = database.prepare('select value from state where key = ?')
  const write = database.prepare('insert or replace into state (key, value) values (?, ?)')
  const problems = new Map<string, string>()
  let isPaused = (read.get(PAUSED) as { value: string } | undefined)?.value === 'yes'

  const setPaused = (next: boolean, by: string): void => {
    if (next === isPaused) return
    database.transaction(() => {
      write.run(PAUSED, next ? 'yes' : 'no')
      events.append({ type: next ? 'host.paused' : 'host.resumed', body: { by } })
    })
    isPaused = next
  }

  const levelInForce = (): Level | null => {
    const [machine, settings] = [own.current().level, level()]
    return machine === null || settings === null ? (machine ?? settings) : stricterLevel(machine, settings)
  }

  return {
    state: () => ({ isPaused, pausedRuns: pausedRuns.ids(), level: levelInForce(), safeMode: [...problems.values()] }),
    level: () => {
      const { level: machine, until, standing } = own.current()
      return { level: levelInForce(), machine, until, standing, settings: level() }
    },
    setLevel: own.set,
    close: own.close,
    pause: (by) => setPaused(true, by),
    resume: (by) => setPaused(false, by),
    pauseRun: pausedRuns.pause,
    resumeRun: pausedRuns.resume,
    setProblem: (key, reason) => {
      if (reason === (problems.get(key) ?? null)) return
      if (reason === null) problems.delete(key)
      else problems.set(key, reason)
      events.note({ type: 'host.safe_mode', body: { reasons: [...problems.values()] } })
    },
  }
}
