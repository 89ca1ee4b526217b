import type { Clock } from '../base/clock.ts'

export interface Deadlines {
  /** The wall time to store with a row that lives `ms` from now. */
  readonly set: (key: string, ms: number) => number
  /** Past by either clock: moving the wall clock back never extends a deadline. */
  readonly isPast: (key: string, storedWallTime: number) => boolean
  readonly clear: (key: string) => void
}

export function createDeadlines(clock: Clock): Deadlines {
  const monotonic = new Map<string, number>()
  return {
    set: (key, ms) => {
      monotonic.set(key, clock.monotonic() + ms)
      return clock.now() + ms
    },
    isPast: (key, storedWallTime) =>
      clock.now() >= storedWallTime || clock.monotonic() >= (monotonic.get(key) ?? Number.POSITIVE_INFINITY),
    clear: (key) => {
      monotonic.delete(key)
    },
  }
}
