import { HostError } from '../base/host-error.ts'

/** One piece of work at a time; whoever waits overtakes the background. */
export interface WorkQueue {
  readonly run: <T>(
    work: (signal: AbortSignal) => Promise<T>,
    priority: 'now' | 'background',
    signal?: AbortSignal,
  ) => Promise<T>
  /** What waits and what runs is given up. */
  readonly close: () => void
}

interface Item {
  readonly start: () => Promise<void>
}

export function createWorkQueue(): WorkQueue {
  const lines = { now: new Set<Item>(), background: new Set<Item>() }
  const closing = new AbortController()
  let isBusy = false

  const next = async (): Promise<void> => {
    if (isBusy) return
    isBusy = true
    for (;;) {
      const line = lines.now.size > 0 ? lines.now : lines.background
      const [item] = line
      if (item === undefined) break
      line.delete(item)
      await item.start()
    }
    isBusy = false
  }

  return {
    run: (work, priority, signal = NEVER) =>
      new Promise((resolve, reject) => {
        const both = AbortSignal.any([signal, closing.signal])
        const leave = (): void => {
          lines[priority].delete(item)
          reject(both.reason)
        }
        const item: Item = {
          start: async () => {
            both.removeEventListener('abort', leave)
            try {
              both.throwIfAborted()
              resolve(await work(both))
            } catch (cause) {
              reject(cause)
            }
          },
        }
        if (both.aborted) {
          reject(both.reason)
          return
        }
        both.addEventListener('abort', leave, { once: true })
        lines[priority].add(item)
        void next()
      }),
    close: () => closing.abort(new HostError('UNAVAILABLE', 'upperhand is stopping.')),
  }
}

const NEVER = new AbortController().signal
