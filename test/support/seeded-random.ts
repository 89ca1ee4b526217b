export interface SeededRandom {
  /** Print it, so that a failure can be had again. */
  readonly seed: number
  readonly next: () => number
  /** A whole number from 0 to below `limit`. */
  readonly below: (limit: number) => number
  readonly pick: <T>(values: readonly T[]) => T
}

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)): SeededRandom {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { seed, next, below, pick: (values) => values[below(values.length)]! }
}
