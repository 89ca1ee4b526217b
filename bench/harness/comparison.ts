import { atMost, type Comparison } from './report.ts'
import type { Timings } from './rounds.ts'

interface Wanted {
  readonly operation: string
  readonly ours: string
  readonly raw?: string
  /** The most that ours may cost as a multiple of raw. */
  readonly most?: number
  readonly note?: string
  /** Where the time goes; shown when the target is missed. */
  readonly why?: string
}

/** One row out of a run whose other subjects are called `raw`, `loop` and `sdk`, as far as there are any. */
export function comparisonOf(timings: Timings, { operation, ours, raw = 'raw', most, note, why }: Wanted): Comparison {
  const one = (name: string) => (timings.has(name) ? timings.of(name) : undefined)
  const ratio = timings.has(raw) ? timings.ratio(ours, raw) : undefined
  return {
    kind: 'comparison',
    operation,
    ours: timings.of(ours),
    raw: one(raw),
    ratio,
    loop: one('loop'),
    sdk: one('sdk'),
    target: most === undefined || ratio === undefined ? undefined : atMost(most, ratio, 'x'),
    note,
    why,
  }
}

/** How much more ours costs than the others that do the same. */
export function beside(timings: Timings, ours: string): string {
  const against = (name: string) => timings.ratio(ours, name).toFixed(1)
  return `${against('loop')}x the bare one, ${against('sdk')}x the SDK`
}
