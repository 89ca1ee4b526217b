import { setTimeout as pause } from 'node:timers/promises'

/** Something may have changed: whoever waits for a condition looks again. */
export interface Changes {
  readonly tell: () => void
  /** Aborted as soon as the condition holds. */
  readonly until: (condition: () => boolean) => AbortSignal
  /** The same as a promise, for at most this long. */
  readonly wait: (condition: () => boolean, mostMs: number) => Promise<void>
}

export function createChanges(): Changes {
  const waiting = new Map<AbortController, () => boolean>()
  const look = (controller: AbortController, condition: () => boolean) => {
    if (!condition()) return
    waiting.delete(controller)
    controller.abort()
  }
  const until = (condition: () => boolean): AbortSignal => {
    const controller = new AbortController()
    waiting.set(controller, condition)
    look(controller, condition)
    return controller.signal
  }
  return {
    tell: () => {
      for (const [controller, condition] of waiting) look(controller, condition)
    },
    until,
    wait: (condition, mostMs) => pause(mostMs, undefined, { signal: until(condition) }).catch(() => {}),
  }
}
