import { z } from 'zod'
import { LIMITS, type LimitName } from '../base/limits.ts'

/** The longest delay a timer can hold; a longer one would fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1
const TIMES_DEFAULT = 100

/** Where a hundred times the default would be no limit at all. */
const MAXIMA: Partial<Record<LimitName, number>> = {
  frameBytes: 256 * 1024 * 1024,
  jsonDepth: 512,
  symlinkHops: 255,
  pathBytes: 65_536,
}

export function largest(name: LimitName): number {
  const most = MAXIMA[name] ?? LIMITS[name] * TIMES_DEFAULT
  return name.endsWith('Ms') ? Math.min(most, TIMER_MAX_MS) : most
}

/** `limits` in settings.json: any of the table but `historyDays`, which is a setting of its own. */
export const limitsSchema = z.strictObject(
  Object.fromEntries(
    (Object.keys(LIMITS) as LimitName[])
      .filter((name) => name !== 'historyDays')
      .map((name) => [name, z.int().min(1).max(largest(name)).optional()]),
  ),
)
