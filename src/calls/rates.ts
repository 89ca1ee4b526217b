import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import type { RateClass } from '../contract/effects.ts'

const MINUTE_MS = 60_000

export interface Rates {
  /** Counts one call of a credential; over the limit of the running minute it throws. */
  readonly count: (credential: string, rateClass: RateClass, limits: Limits) => void
}

interface Window {
  startedAt: number
  calls: number
}

const LIMIT_OF = { read: 'readsPerMinute', write: 'writesPerMinute', execute: 'executesPerMinute' } as const

export function createRates({ clock }: { clock: Clock }): Rates {
  const windows = new Map<string, Window>()
  return {
    count: (credential, rateClass, limits) => {
      const now = clock.monotonic()
      const key = `${credential} ${rateClass}`
      const window = windows.get(key)
      if (window === undefined || now - window.startedAt >= MINUTE_MS) {
        windows.set(key, { startedAt: now, calls: 1 })
        return
      }
      window.calls += 1
      const most = limits[LIMIT_OF[rateClass]]
      if (window.calls <= most) return
      const seconds = Math.ceil((window.startedAt + MINUTE_MS - now) / 1_000)
      throw new HostError('LIMIT_REACHED', `More than ${most} ${rateClass} calls in a minute.`, {
        hint: `Wait ${seconds} s, then go on. The limit is a setting (limits.${LIMIT_OF[rateClass]}).`,
        details: { retry_after_s: seconds, isRepeated: window.calls > most + 1 },
      })
    },
  }
}
