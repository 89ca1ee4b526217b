type Wake = () => void

export interface Waiters {
  /** Resolves when the approval is settled, when `timeoutMs` has passed, or when the signal aborts. */
  readonly wait: (id: string, timeoutMs: number, signal: AbortSignal) => Promise<void>
  /** Wakes the newest first: a client that gave up and asked again gets the answer before its older call. */
  readonly wake: (id: string) => void
  readonly count: (id: string) => number
  readonly close: () => void
}

export function createWaiters(): Waiters {
  const waiting = new Map<string, Wake[]>()

  const remove = (id: string, wake: Wake): void => {
    const rest = (waiting.get(id) ?? []).filter((other) => other !== wake)
    if (rest.length === 0) waiting.delete(id)
    else waiting.set(id, rest)
  }

  const wakeAll = (id: string): void => {
    const wakes = waiting.get(id) ?? []
    waiting.delete(id)
    for (const wake of wakes.toReversed()) wake()
  }

  return {
    wait: (id, timeoutMs, signal) => {
      if (signal.aborted || timeoutMs <= 0) return Promise.resolve()
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, timeoutMs)
      timer.unref()
      signal.addEventListener('abort', () => resolve(), { once: true })
      waiting.set(id, [...(waiting.get(id) ?? []), resolve])
      return promise.finally(() => {
        clearTimeout(timer)
        remove(id, resolve)
      })
    },
    wake: wakeAll,
    count: (id) => waiting.get(id)?.length ?? 0,
    close: () => {
      for (const id of [...waiting.keys()]) wakeAll(id)
    },
  }
}
