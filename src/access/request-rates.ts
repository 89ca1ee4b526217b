import type { Clock } from '../base/clock.ts'
import type { Limits } from '../base/limits.ts'

const WINDOW_MS = 60_000

export interface RequestRates {
  /** Counts a request of a credential. Seconds until it may send again, 0 when this one may pass. */
  readonly count: (credential: string) => number
}

/** Credentials are few and made by people, so their windows need no bound of their own. */
export function createRequestRates(clock: Clock, limits: Pick<Limits, 'requestsPerMinute'>): RequestRates {
  const windows = new Map<string, { since: number; requests: number }>()
  return {
    count: (credential) => {
      const now = clock.monotonic()
      const window = windows.get(credential)
      if (window === undefined || now - window.since >= WINDOW_MS) {
        windows.set(credential, { since: now, requests: 1 })
        return 0
      }
      window.requests += 1
      if (window.requests <= limits.requestsPerMinute) return 0
      return Math.ceil((window.since + WINDOW_MS - now) / 1_000)
    },
  }
}
