/** Something may have changed: whoever waits for a condition looks again. */
export interface Changes {
  readonly tell: () => void
  /** Aborted as soon as the condition holds. */
  readonly until: (condition: () => boolean) => AbortSignal
}

export function createChanges(): Changes {
  const waiting = new Map<AbortController, () => boolean>()
  const look = (controller: AbortController, condition: () => boolean) => {
    if (!condition()) return
    waiting.delete(controller)
    controller.abort()
  }
  return {
    tell: () => {
      for (const [controller, condition] of waiting) look(controller, condition)
    },
    until: (condition) => {
      const controller = new AbortController()
      waiting.set(controller, condition)
      look(controller, condition)
      return controller.signal
    },
  }
}
