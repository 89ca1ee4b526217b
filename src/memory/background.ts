import type { Logger } from '../base/logger.ts'
import type { Embedder } from './memory.ts'
import type { MemoryStore } from './store.ts'
import type { MemoryVectors } from './vectors.ts'

/** Cuts long texts and computes vectors, while calls go on. */
export interface Background {
  /** Something may be left to do. */
  readonly wake: () => void
  /** Resolves when nothing is left to do, or when it had to be given up. */
  readonly settled: () => Promise<void>
  readonly close: () => void
}

interface Parts {
  readonly store: MemoryStore
  readonly vectors: MemoryVectors
  readonly embedder: Embedder
  readonly log: Logger
  /** Done once, before anything else. */
  readonly first: () => void
}

const BATCH = 8

export function createBackground({ store, vectors, embedder, log, first }: Parts): Background {
  const closing = new AbortController()
  let running: Promise<void> | undefined
  let isWoken = false
  let isFirst = true

  const work = async (): Promise<void> => {
    while (isWoken && !closing.signal.aborted) {
      isWoken = false
      while (!closing.signal.aborted && (await step()));
    }
  }

  /** False when nothing is left. */
  const step = async (): Promise<boolean> => {
    await new Promise((resolve) => setImmediate(resolve))
    if (closing.signal.aborted) return false
    if (isFirst) {
      isFirst = false
      first()
    }
    const long = store.unindexed()
    if (long !== undefined) {
      store.indexMore(long)
      return true
    }
    const model = embedder.model()
    const pending = vectors.pending(model, BATCH)
    if (pending.length === 0) return false
    const texts = pending.map(({ text }) => text)
    const made = await embedder.embed(texts, { signal: closing.signal, priority: 'background', isCached: true })
    if (closing.signal.aborted) return false
    if (embedder.model() === model) {
      vectors.keep(model, new Map(pending.flatMap(({ id }, index) => (made[index] ? [[id, made[index]]] : []))))
    }
    return true
  }

  return {
    wake: () => {
      isWoken = true
      running ??= work()
        .catch((cause) => {
          if (!closing.signal.aborted) log.warn('memories could not be made searchable by meaning', { cause })
        })
        .finally(() => {
          running = undefined
        })
    },
    settled: async () => {
      while (running !== undefined) await running
    },
    close: () => closing.abort(),
  }
}
