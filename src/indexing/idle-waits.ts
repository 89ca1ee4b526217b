/** Those who wait until there is nothing left to do. */
export interface IdleWaits {
  /** Resolves when it is so, or after `waitMs`. */
  readonly wait: (waitMs: number) => Promise<void>
  /** It may be so now. */
  readonly look: () => void
}

export function createIdleWaits(isIdle: () => boolean): IdleWaits {
  const waiting = new Set<() => void>()
  return {
    wait: (waitMs) =>
      new Promise((resolve) => {
        const end = (): void => {
          clearTimeout(timer)
          waiting.delete(look)
          resolve()
        }
        const look = (): void => {
          if (isIdle()) end()
        }
        const timer = setTimeout(end, waitMs)
        waiting.add(look)
        look()
      }),
    look: () => {
      for (const look of waiting) look()
    },
  }
}
