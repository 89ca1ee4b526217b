import type { Level } from '../contract/levels.ts'
import type { MachineState } from '../contract/run.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'

export interface Machine {
  readonly state: () => MachineState
  readonly pause: (by: string) => void
  readonly resume: (by: string) => void
  /** While any problem stands the machine is in safe mode: read-only, and every face says why. */
  readonly setProblem: (key: string, reason: string | null) => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly level: () => Level | null
}

const PAUSED = 'paused'

/** What holds for the whole machine, whatever the profile. The pause survives a restart. */
export function createMachine({ database, events, level }: Parts): Machine {
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

  return {
    state: () => ({ isPaused, level: level(), safeMode: [...problems.values()] }),
    pause: (by) => setPaused(true, by),
    resume: (by) => setPaused(false, by),
    setProblem: (key, reason) => {
      if (reason === (problems.get(key) ?? null)) return
      if (reason === null) problems.delete(key)
      else problems.set(key, reason)
      events.note({ type: 'host.safe_mode', body: { reasons: [...problems.values()] } })
    },
  }
}
