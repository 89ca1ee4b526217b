import type { Resource } from '../contract/resources.ts'

export interface Lock extends Disposable {
  /** Another call had it first: time has passed since the gate was asked. */
  readonly hasWaited: boolean
}

export interface Locks {
  /** Calls that change the same resource run one after another; everything else runs at once. */
  readonly acquire: (resources: readonly Resource[], signal: AbortSignal) => Promise<Lock>
}

export function createLocks(): Locks {
  const tails = new Map<string, Promise<void>>()

  const take = (key: string): { ready: Promise<void>; release: () => void } => {
    const before = tails.get(key) ?? Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    const tail = before.then(() => promise)
    tails.set(key, tail)
    return {
      ready: before,
      release: () => {
        resolve()
        if (tails.get(key) === tail) tails.delete(key)
      },
    }
  }

  return {
    acquire: async (resources, signal) => {
      // Sorted, so that two calls that need the same two resources cannot wait for each other.
      const keys = [...new Set(resources.flatMap(lockKeys))].sort()
      if (keys.length === 0) return { hasWaited: false, [Symbol.dispose]: () => {} }
      const hasWaited = keys.some((key) => tails.has(key))
      const taken = keys.map(take)
      const release = () => {
        for (const lock of taken) lock.release()
      }
      await Promise.race([Promise.all(taken.map(({ ready }) => ready)), aborted(signal)])
      if (signal.aborted) {
        release()
        signal.throwIfAborted()
      }
      return { hasWaited, [Symbol.dispose]: release }
    },
  }
}

function lockKeys(resource: Resource): string[] {
  return resource.kind === 'path' && resource.access !== 'read' ? [resource.path] : []
}

function aborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) resolve()
  else signal.addEventListener('abort', () => resolve(), { once: true })
  return promise
}
