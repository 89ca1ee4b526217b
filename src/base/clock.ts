/** Wall time for people and rows, monotonic time for deadlines. */
export interface Clock {
  readonly now: () => number
  readonly monotonic: () => number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}
