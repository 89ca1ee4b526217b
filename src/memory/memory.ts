import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { NewId } from '../base/ids.ts'
import type { Limits } from '../base/limits.ts'
import type { Logger } from '../base/logger.ts'
import type { MemoryCollection, MemoryHit, MemoryPatch, MemoryScope, MemoryView } from '../contract/memory.ts'
import type { Caller } from '../contract/run.ts'
import type { Database } from '../storage/database.ts'
import { createBackground } from './background.ts'
import { createCollections } from './collections.ts'
import { createNearDuplicates } from './near-duplicates.ts'
import { type CallerScopes, scopesOf, type TopicOf } from './scopes.ts'
import { createSearchPieces, type FoundPiece } from './search.ts'
import { createMemoryStore, type ListFilter, type NewMemory, type Provenance } from './store.ts'
import { createMemoryVectors } from './vectors.ts'

/** Turns texts into vectors, or says that it cannot now. */
export interface Embedder {
  readonly model: () => string
  readonly embed: (
    texts: readonly string[],
    options: { readonly signal: AbortSignal; readonly priority: 'now' | 'background'; readonly isCached: boolean },
  ) => Promise<readonly Float32Array[]>
  readonly onChange: (listener: () => void) => () => void
}

export interface StoredMemory {
  readonly memory: MemoryView
  /** False when the same content was there already; then nothing was changed. */
  readonly isNew: boolean
  /** Others that say nearly the same. */
  readonly similar: readonly MemoryView[]
}

export interface MemoryQuestion {
  readonly query: string
  readonly limit: number
  readonly threshold: number
  readonly type?: string | undefined
  readonly tags?: readonly string[] | undefined
}

export interface MemoryAnswer {
  readonly hits: readonly MemoryHit[]
  /** How many reached the threshold. */
  readonly total: number
  /** The best score of all that was looked at; null when there is nothing. */
  readonly best: number | null
  /** Why meanings were not compared; null when they were. */
  readonly withoutMeaning: string | null
}

export interface Memory {
  readonly scopesOf: (caller: Caller) => CallerScopes
  readonly store: (scope: MemoryScope, memory: NewMemory, from: Provenance) => StoredMemory
  /** Several of one origin, such as chunks of a document: one change, and nothing is compared with what is there. */
  readonly storeAll: (scope: MemoryScope, memories: readonly NewMemory[], from: Provenance) => void
  readonly search: (
    scopes: readonly MemoryScope[] | null,
    question: MemoryQuestion,
    signal: AbortSignal,
  ) => Promise<MemoryAnswer>
  readonly collections: (scopes: readonly MemoryScope[] | null) => MemoryCollection[]
  readonly list: (
    filter: ListFilter,
    limit: number,
    offset: number,
  ) => { readonly memories: readonly MemoryView[]; readonly total: number }
  /** What was stored last in these scopes, newest first. */
  readonly recent: (scopes: readonly MemoryScope[], limit: number) => readonly MemoryView[]
  /** What a conversation stored itself since then, newest first. */
  readonly storedBy: (owner: string, since: number, limit: number) => readonly MemoryView[]
  /** Throws NOT_FOUND when there is none. */
  readonly show: (id: string) => MemoryView
  readonly edit: (id: string, patch: MemoryPatch) => MemoryView
  readonly remove: (id: string) => void
  /** Every memory of a scope, or of all, without the whole being held at once. */
  readonly each: (scope: string | null) => Iterable<MemoryView>
  readonly onChange: (listener: (scope: string) => void) => () => void
  /** Resolves when everything stored so far can be found by meaning, or cannot be now. */
  readonly settled: () => Promise<void>
  readonly close: () => void
}

interface Parts {
  readonly database: Database
  readonly embedder: Embedder
  readonly topicOf: TopicOf
  /** The same text with what looks like a secret taken out. */
  readonly withoutSecrets: (text: string) => string
  /** True when results show secrets as they are. */
  readonly showsSecrets: () => boolean
  readonly limits: Limits
  readonly clock: Clock
  readonly newId: NewId
  readonly log: Logger
}

const DAY_MS = 24 * 60 * 60 * 1000
const SHORT_CHARS = 2_000
const PAGE = 200
/** A word shared by chance is no reason worth naming. */
const WORDS_SHOWN = 0.3

export function createMemory(parts: Parts): Memory {
  const { database, embedder, topicOf, withoutSecrets, showsSecrets, limits, clock, newId, log } = parts
  const store = createMemoryStore(database, embedder.model)
  const vectors = createMemoryVectors(database)
  const searchPieces = createSearchPieces(database)
  const collections = createCollections(database)
  const nearDuplicates = createNearDuplicates(database)
  const background = createBackground({
    store,
    vectors,
    embedder,
    log,
    first: () => {
      const old = store.idsOfOldRuns(clock.now() - limits.historyDays * DAY_MS)
      for (const id of old) vectors.forget(store.remove(id))
    },
  })
  const listeners = new Set<(scope: string) => void>()
  const unfollow = embedder.onChange(background.wake)
  const allScopes = () => collections(null, embedder.model()).map(({ scope }) => scope)

  const changed = (scope: string): void => {
    for (const listener of listeners) listener(scope)
  }
  const show = (id: string): MemoryView => {
    const memory = store.find(id)
    if (memory === undefined) throw new HostError('NOT_FOUND', `There is no memory ${id}.`)
    return memory
  }
  const hasSecret = (content: string): boolean => withoutSecrets(content) !== content

  const requireContent = (content: string): void => {
    if (content.trim() === '') throw new HostError('INVALID_PARAMETERS', 'The content is empty.')
    const bytes = Buffer.byteLength(content)
    if (bytes <= limits.memoryBytes) return
    throw new HostError('TOO_LARGE', `The content has ${bytes} bytes; a memory holds ${limits.memoryBytes}.`, {
      hint: 'Store the essence, or import the document.',
    })
  }

  const add = (scope: MemoryScope, memory: NewMemory, from: Provenance): string => {
    requireContent(memory.content)
    if (store.count() >= limits.memories) throw tooMany(limits.memories)
    const id = newId('mem')
    store.add(id, scope, memory, hasSecret(memory.content), from, clock.now())
    return id
  }

  const vectorOf = async (query: string, signal: AbortSignal): Promise<Float32Array | string> => {
    try {
      const [vector] = await embedder.embed([query], { signal, priority: 'now', isCached: true })
      return vector ?? 'the model gave no vector'
    } catch (cause) {
      signal.throwIfAborted()
      return cause instanceof HostError ? cause.message : 'the model failed'
    }
  }

  const hitOf = (piece: FoundPiece): MemoryHit[] => {
    const memory = store.find(piece.memory)
    if (memory === undefined) return []
    const isPart = memory.content.length > SHORT_CHARS
    const clean = (text: string) => (memory.hasSecret && !showsSecrets() ? withoutSecrets(text) : text)
    const hasWords = piece.coverage >= WORDS_SHOWN
    return [
      {
        memory: {
          ...memory,
          content: clean(isPart ? '' : memory.content),
          context: memory.context && clean(memory.context),
        },
        text: clean(isPart ? piece.text : memory.content),
        isPart,
        score: Math.round(piece.score * 1_000) / 1_000,
        by: piece.similarity === undefined ? 'words' : hasWords ? 'meaning and words' : 'meaning',
      },
    ]
  }

  return {
    scopesOf: (caller) => scopesOf(caller, topicOf),
    store: (scope, memory, from) => {
      const known = store.duplicateOf(scope.key, memory.content)
      if (known !== undefined) return { memory: show(known), isNew: false, similar: [] }
      const id = add(scope, memory, from)
      background.wake()
      changed(scope.key)
      return { memory: show(id), isNew: true, similar: nearDuplicates(scope.key, memory.content, id).map(show) }
    },
    storeAll: (scope, memories, from) => {
      database.transaction(() => {
        for (const memory of memories) {
          if (store.duplicateOf(scope.key, memory.content) === undefined) add(scope, memory, from)
        }
      })
      background.wake()
      changed(scope.key)
    },
    search: async (scopes, { query, limit, threshold, type, tags = [] }, signal) => {
      if (query.trim() === '') {
        throw new HostError('INVALID_PARAMETERS', 'The query is empty.', { hint: 'Say what you want to remember.' })
      }
      background.wake()
      const model = embedder.model()
      const keys = (scopes ?? allScopes()).map(({ key }) => key)
      const [vector, ...sets] = await Promise.all([
        vectorOf(query, signal),
        ...keys.map((key) => vectors.load(key, model)),
      ])
      const hasVector = typeof vector !== 'string'
      const found = searchPieces(
        query,
        { scopes: keys, type: type ?? null, tags },
        hasVector ? vector : null,
        sets.filter((set) => set !== null),
      )
      const good = found.filter(({ score }) => score >= threshold)
      return {
        hits: good.slice(0, limit).flatMap(hitOf),
        total: good.length,
        best: found[0]?.score ?? null,
        withoutMeaning: hasVector ? null : vector,
      }
    },
    collections: (scopes) => collections(scopes, embedder.model()),
    list: store.list,
    recent: (scopes, limit) =>
      store.list({ scopes: scopes.map(({ key }) => key), type: null, tag: null, text: null }, limit, 0).memories,
    storedBy: store.storedBy,
    show,
    edit: (id, patch) => {
      const known = show(id)
      const content = patch.content ?? known.content
      requireContent(content)
      const other = store.duplicateOf(known.scope.key, content)
      if (other !== undefined && other !== id) {
        throw new HostError('CONFLICT', `${other} has this content already.`, { hint: 'Remove one of them.' })
      }
      vectors.forget(store.change(known, patch, hasSecret(content), clock.now()))
      background.wake()
      changed(known.scope.key)
      return show(id)
    },
    remove: (id) => {
      const { scope } = show(id)
      vectors.forget(store.remove(id))
      changed(scope.key)
    },
    each: function* (scope) {
      const filter = { scopes: scope === null ? null : [scope], type: null, tag: null, text: null }
      for (let offset = 0; ; offset += PAGE) {
        const { memories } = store.list(filter, PAGE, offset)
        yield* memories
        if (memories.length < PAGE) return
      }
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    settled: background.settled,
    close: () => {
      unfollow()
      background.close()
    },
  }
}

function tooMany(most: number): HostError {
  return new HostError('LIMIT_REACHED', `There are ${most} memories already.`, {
    hint: 'A person can remove some: upperhand memory rm',
  })
}
