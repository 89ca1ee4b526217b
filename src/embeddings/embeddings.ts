import type { Logger } from '../base/logger.ts'
import type { Engine } from './engine.ts'
import type { VectorCache } from './vector-cache.ts'
import { createWorkQueue } from './work-queue.ts'

export interface EmbedOptions {
  readonly signal?: AbortSignal
  /** `now` is for somebody who waits; it overtakes what is done in the background. */
  readonly priority?: 'now' | 'background'
  /** False for texts whose vectors the caller keeps itself. */
  readonly isCached?: boolean
}

export interface Embeddings {
  /** What vectors are made with at this moment. Vectors of another model are of no use to it. */
  readonly model: () => string
  /** One vector of length 1 for each text, the same after a restart. */
  readonly embed: (texts: readonly string[], options?: EmbedOptions) => Promise<readonly Float32Array[]>
  /** Called when the model has changed: what was embedded is to be embedded again. */
  readonly onChange: (listener: () => void) => () => void
  readonly close: () => Promise<void>
}

interface Parts {
  /** The engine that the settings name now, made anew when they change. Nothing is loaded by making it. */
  readonly createEngine: () => Engine
  /** Opened by the first text. */
  readonly openCache: () => VectorCache
  /** Calls back when the settings of the engine have changed. */
  readonly onSettings: (listener: () => void) => () => void
  readonly log: Logger
}

export function createEmbeddings({ createEngine, openCache, onSettings, log }: Parts): Embeddings {
  const listeners = new Set<() => void>()
  const queue = createWorkQueue()
  let engine = createEngine()
  let cache: VectorCache | undefined

  const follow = (): void => {
    const next = createEngine()
    if (next.id === engine.id) {
      void next.close()
      return
    }
    const old = engine
    engine = next
    void old.close()
    for (const listener of listeners) listener()
  }
  const unfollow = onSettings(follow)

  const compute = async (texts: readonly string[], options: EmbedOptions): Promise<readonly Float32Array[]> => {
    const vectors: Float32Array[] = []
    const used = engine
    for (let first = 0; first < texts.length; first += used.batch) {
      const part = texts.slice(first, first + used.batch)
      vectors.push(
        ...(await queue.run((signal) => used.embed(part, signal), options.priority ?? 'now', options.signal)),
      )
    }
    return vectors
  }

  const embed = async (texts: readonly string[], options: EmbedOptions = {}): Promise<readonly Float32Array[]> => {
    if (options.isCached === false) return await compute(texts, options)
    cache ??= openCache()
    const { id } = engine
    const known = texts.map((text) => cache?.get(id, text))
    const missing = texts.filter((_, index) => known[index] === undefined)
    const made = await compute([...new Set(missing)], options)
    const byText = new Map([...new Set(missing)].map((text, index) => [text, made[index]]))
    for (const [text, vector] of byText) keep(id, text, vector)
    return texts.flatMap((text, index) => known[index] ?? byText.get(text) ?? [])
  }

  /** A full disk costs the time of the next computation, not this answer. */
  const keep = (id: string, text: string, vector: Float32Array | undefined): void => {
    try {
      if (vector !== undefined) cache?.put(id, text, vector)
    } catch (cause) {
      log.warn('a vector could not be kept', { cause })
    }
  }

  return {
    model: () => engine.id,
    embed,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: async () => {
      unfollow()
      queue.close()
      await engine.close()
      cache?.close()
    },
  }
}
