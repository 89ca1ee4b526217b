import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import type { Logger } from '../base/logger.ts'
import { createIndexFiles } from './index-files.ts'
import { createIndexThread } from './index-thread.ts'
import type { FindAnswer, FindRequest, IndexState, IndexStats, Match, UsagesAnswer, UsagesRequest } from './protocol.ts'

/** Turns texts into vectors, or says that it cannot now. */
export interface Embedder {
  readonly model: () => string
  readonly embed: (
    texts: readonly string[],
    options: { readonly signal: AbortSignal; readonly priority: 'now' | 'background'; readonly isCached: boolean },
  ) => Promise<readonly Float32Array[]>
}

export interface SearchAnswer {
  readonly matches: readonly Match[]
  readonly index: IndexState
  /** Why meanings were not compared; null when they were. */
  readonly withoutMeaning: string | null
}

/** Indexes of directories. `root` is always a directory that the caller was allowed to read. */
export interface Indexes {
  readonly search: (
    root: string,
    request: { readonly query: string; readonly limit: number; readonly below: string },
    signal: AbortSignal,
  ) => Promise<SearchAnswer>
  readonly usages: (
    root: string,
    request: UsagesRequest,
    signal: AbortSignal,
  ) => Promise<UsagesAnswer & { readonly index: IndexState }>
  readonly find: (
    root: string,
    request: FindRequest,
    signal: AbortSignal,
  ) => Promise<FindAnswer & { readonly index: IndexState }>
  readonly stats: (root: string, signal: AbortSignal) => Promise<IndexStats>
  /** Looks at everything again and waits for it, but not for ever. */
  readonly refresh: (root: string, signal: AbortSignal) => Promise<IndexStats>
  readonly close: () => Promise<void>
}

interface Parts {
  readonly directory: string
  readonly embedder: Embedder
  /** Paths closed to agents are not looked at. */
  readonly isClosed: (path: string) => boolean
  /** What is too much to be indexed, such as a whole home directory. */
  readonly isTooMuch: (root: string) => boolean
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Logger
}

interface Open {
  readonly opened: Promise<null>
  usedAt: number
  hasWaited: boolean
}

const DAY_MS = 24 * 60 * 60 * 1000
const LOOK_MS = 30_000
/** Once an index was waited for, a question waits this long for what has just changed. */
const SHORT_WAIT_MS = 200
/** Where not every directory is watched, an index older than this is looked at again. */
const STALE_MS = 60_000
const FILL_BATCH = 4

export function createIndexes({ directory, embedder, isClosed, isTooMuch, limits, clock, log }: Parts): Indexes {
  const open = new Map<string, Open>()
  const closing = new AbortController()
  const thread = createIndexThread({ isClosed, log, onEnd: () => open.clear() })
  const files = createIndexFiles({
    directory,
    clock,
    maxAgeMs: () => limits.indexAgeDays * DAY_MS,
    maxBytes: () => limits.indexesBytes,
  })
  let isFilling = false

  const use = async (root: string): Promise<Open> => {
    if (isTooMuch(root)) {
      throw new HostError('INVALID_PARAMETERS', `${root} is too much to be indexed.`, { hint: 'Name a project in it.' })
    }
    let index = open.get(root)
    if (index === undefined) {
      tidy()
      const asks = {
        file: files.open(root),
        limits: {
          files: limits.indexFiles,
          fileBytes: limits.indexFileBytes,
          textBytes: limits.indexTextBytes,
          watches: limits.indexWatches,
        },
      }
      index = { opened: thread.ask(root, 'open', asks), usedAt: clock.now(), hasWaited: false }
      open.set(root, index)
      index.opened.catch(() => open.delete(root))
      makeRoom(root)
    }
    index.usedAt = clock.now()
    await index.opened
    return index
  }

  const tidy = (): void => {
    try {
      files.sweep((root) => open.has(root))
    } catch (cause) {
      log.warn('old indexes could not be removed', { cause })
    }
  }

  const shut = (root: string): void => {
    open.delete(root)
    thread.ask(root, 'close', {}).catch(() => {})
  }

  const makeRoom = (keep: string): void => {
    const oldest = [...open].filter(([root]) => root !== keep).sort(([, a], [, b]) => a.usedAt - b.usedAt)
    for (const [root] of oldest.slice(0, Math.max(0, open.size - limits.indexesOpen))) shut(root)
  }

  /** Waits for a new index once, for a known one only a moment. */
  const ready = async (root: string, signal: AbortSignal): Promise<IndexState> => {
    const index = await use(root)
    const waitMs = index.hasWaited ? SHORT_WAIT_MS : limits.indexWaitMs
    const settle = () => thread.ask(root, 'settle', { waitMs }, signal)
    let { isWatched, scannedAt, ...state } = await settle()
    index.hasWaited = true
    if (!isWatched && scannedAt !== null && clock.now() - scannedAt > STALE_MS) {
      await thread.ask(root, 'refresh', {}, signal)
      ;({ isWatched, scannedAt, ...state } = await settle())
    }
    return state
  }

  const fill = async (): Promise<void> => {
    if (isFilling) return
    isFilling = true
    try {
      const recent = [...open].sort(([, a], [, b]) => b.usedAt - a.usedAt).map(([root]) => root)
      for (const root of recent) while (open.has(root) && (await fillSome(root)));
    } catch (cause) {
      if (!closing.signal.aborted) log.warn('meanings could not be indexed', { cause })
    } finally {
      isFilling = false
    }
  }

  /** A few pieces, then a rest as long as the work: a person's machine is not ours alone. */
  const fillSome = async (root: string): Promise<boolean> => {
    const { signal } = closing
    const model = embedder.model()
    const pending = await thread.ask(root, 'pending', { model, limit: FILL_BATCH, most: limits.indexVectors }, signal)
    if (pending.length === 0) return false
    const started = clock.monotonic()
    const texts = pending.map(({ text }) => text)
    const vectors = await embedder.embed(texts, { signal, priority: 'background', isCached: false })
    if (embedder.model() !== model || !open.has(root)) return true
    const hashes = pending.map(({ hash }) => hash)
    await thread.ask(root, 'keep', { model, hashes, vectors: [...vectors] }, signal)
    await pause(clock.monotonic() - started, undefined, { signal, ref: false })
    return true
  }

  const vectorOf = async (query: string, signal: AbortSignal): Promise<Float32Array | string> => {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(limits.indexWaitMs)])
    try {
      const [vector] = await embedder.embed([query], { signal: patience, priority: 'now', isCached: true })
      return vector ?? 'the model gave no vector'
    } catch (cause) {
      signal.throwIfAborted()
      return cause instanceof HostError ? cause.message : 'the model took too long'
    }
  }

  const looking = setInterval(() => {
    for (const [root, { usedAt }] of open) if (clock.now() - usedAt > limits.indexIdleMs) shut(root)
    if (open.size > 0) void fill()
  }, LOOK_MS)
  looking.unref()

  return {
    search: async (root, { query, limit, below }, signal) => {
      if (query.trim() === '') {
        throw new HostError('INVALID_PARAMETERS', 'The query is empty.', {
          hint: 'Say what you look for, in words or as a name: query="where are tokens checked".',
        })
      }
      const model = embedder.model()
      const [index, vector] = await Promise.all([ready(root, signal), vectorOf(query, signal)])
      const hasVector = typeof vector !== 'string'
      const asks = { query, limit, below, model, vector: hasVector ? vector : null }
      const matches = await thread.ask(root, 'search', asks, signal)
      void fill()
      return { matches, index, withoutMeaning: hasVector ? null : vector }
    },
    usages: async (root, request, signal) => {
      const index = await ready(root, signal)
      return { ...(await thread.ask(root, 'usages', request, signal)), index }
    },
    find: async (root, request, signal) => {
      const index = await ready(root, signal)
      return { ...(await thread.ask(root, 'find', request, signal)), index }
    },
    stats: async (root, signal) => {
      await ready(root, signal)
      return await thread.ask(root, 'stats', {}, signal)
    },
    refresh: async (root, signal) => {
      await use(root)
      await thread.ask(root, 'refresh', {}, signal)
      await thread.ask(root, 'settle', { waitMs: limits.indexWaitMs }, signal)
      return await thread.ask(root, 'stats', {}, signal)
    },
    close: async () => {
      clearInterval(looking)
      closing.abort()
      open.clear()
      await thread.close()
    },
  }
}
