import { LIMITS, type LimitName, type Limits } from '../base/limits.ts'

/** The limits as they are right now: a change of the settings holds from the next look on. */
export function liveLimits(current: () => Limits): Limits {
  const live = {} as Record<LimitName, number>
  for (const name of Object.keys(LIMITS) as LimitName[]) {
    Object.defineProperty(live, name, { enumerable: true, get: () => current()[name] })
  }
  return live
}
