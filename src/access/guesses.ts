import type { Clock } from '../base/clock.ts'
import type { Limits } from '../base/limits.ts'

const WINDOW_MS = 60_000
const ADDRESSES = 1_000

export interface Guesses {
  /** Records a wrong credential; true when this address has used up its failures for now. */
  readonly failed: (address: string) => boolean
}

/**
 * Limits wrong credentials per address. A right one is always accepted: every local client shares one address,
 * so a lock would let any of them shut the others out.
 */
export function createGuesses(clock: Clock, limits: Pick<Limits, 'authFailuresPerMinute'>): Guesses {
  const windows = new Map<string, { since: number; failures: number }>()
  return {
    failed: (address) => {
      const now = clock.monotonic()
      let window = windows.get(address)
      if (window === undefined || now - window.since >= WINDOW_MS) {
        window = { since: now, failures: 0 }
        windows.delete(address)
        windows.set(address, window)
        if (windows.size > ADDRESSES) dropOldest(windows)
      }
      window.failures += 1
      return window.failures > limits.authFailuresPerMinute
    },
  }
}

function dropOldest(windows: Map<string, unknown>): void {
  for (const address of windows.keys()) {
    windows.delete(address)
    return
  }
}
