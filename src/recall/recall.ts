import { HostError } from '../base/host-error.ts'
import type { Logger } from '../base/logger.ts'
import type { ArchivedMessage, Recalled, RecallMap, TimeHint } from '../contract/recall.ts'
import type { Database } from '../storage/database.ts'
import { type Archive, createArchive } from './archive.ts'
import { createIndexStore, type Entry, type IndexStore, type Whose } from './index-store.ts'
import { rank } from './rank.ts'
import { type RunFacts, takeIn } from './take-in.ts'

export interface RecallQuery {
  readonly query: string
  readonly whose: Whose
  readonly timeHint?: TimeHint | undefined
  readonly limit: number
  readonly signal: AbortSignal
}

export interface RecallAnswer {
  readonly found: readonly Recalled[]
  readonly map: RecallMap
  /** False when some, or all, could not be compared by meaning in time. */
  readonly isSemantic: boolean
}

export interface Recall {
  readonly search: (query: RecallQuery) => Promise<RecallAnswer>
  /** Keeps messages that a conversation no longer carries along. Returns the id they are found by. */
  readonly archive: (whose: RunFacts & { readonly client: string }, messages: readonly ArchivedMessage[]) => string
  readonly prune: (before: number) => void
  readonly close: () => void
}

/** One vector of length 1 for each text. */
export type Embed = (
  texts: readonly string[],
  options: { readonly signal: AbortSignal },
) => Promise<readonly Float32Array[]>

interface Parts extends Omit<Parameters<typeof takeIn>[1], 'now'> {
  readonly database: Database
  readonly openIndex: () => Database
  readonly embed: Embed
  readonly clock: { readonly now: () => number; readonly monotonic: () => number }
  readonly newId: () => string
  /** The oldest entry of the history that is still there. */
  readonly oldestSeq: () => number
  readonly log: Logger
}

const TAKE_IN_MS = 2_000
const EMBED_MS = 5_000
const CANDIDATES = 40
const BATCH = 16
const EMBEDDED_CHARS = 300
const EXCERPT_CHARS = 500

/** Looks through what was done and said. The index is made when it is first asked for, and made again if it is lost. */
export function createRecall(parts: Parts): Recall {
  const { database, openIndex, embed, clock, newId, oldestSeq, log } = parts
  const archives: Archive = createArchive(database)
  let index: IndexStore | undefined

  const refresh = async (store: IndexStore, signal: AbortSignal): Promise<boolean> => {
    store.removeBefore(oldestSeq())
    for (const entry of archives.after(store.lastOf('conversation'))) store.add([entry])
    return takeIn(store, { ...parts, now: clock.monotonic }, TAKE_IN_MS, signal)
  }

  /** In batches, so that what was compared is kept when the time is up. Undefined where it was too short. */
  const vectorsFor = async (texts: readonly string[], signal: AbortSignal): Promise<(Float32Array | undefined)[]> => {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(EMBED_MS)])
    const vectors: (Float32Array | undefined)[] = []
    try {
      while (vectors.length < texts.length) {
        const batch = texts.slice(vectors.length, vectors.length + BATCH)
        vectors.push(...(await embed(batch, { signal: patience })))
      }
    } catch (cause) {
      signal.throwIfAborted()
      log.debug('recall goes without some meanings', { cause, done: vectors.length, of: texts.length })
    }
    return texts.map((_text, index) => vectors[index])
  }

  return {
    search: async ({ query, whose, timeHint, limit, signal }) => {
      if (query.trim() === '') throw emptyQuery()
      index ??= createIndexStore(openIndex())
      const store = index
      const isComplete = await refresh(store, signal)
      const words = store.byWords(query, whose, CANDIDATES)
      const candidates = unique([...words.map(({ entry }) => entry), ...store.newest(whose, CANDIDATES)])
      const vectors = candidates.length === 0 ? [] : await vectorsFor([query, ...candidates.map(embeddedText)], signal)
      const found = rank({
        candidates,
        coverage: new Map(words.map(({ entry, coverage }) => [entry.id, coverage])),
        vectors,
        timeHint,
        limit,
      })
      return {
        found: found.map(({ entry, score, why }) => ({
          id: entry.id,
          kind: entry.kind,
          at: entry.at,
          client: entry.client,
          title: entry.title,
          text: entry.text.slice(0, EXCERPT_CHARS),
          score,
          why,
        })),
        map: { ...store.map(query, whose), isComplete },
        isSemantic: vectors.every((vector) => vector !== undefined),
      }
    },
    archive: (whose, messages) => archives.add({ id: newId(), at: clock.now(), ...whose }, messages),
    prune: archives.prune,
    close: () => index?.close(),
  }
}

function embeddedText({ title, text }: Entry): string {
  return `${title}\n${text}`.slice(0, EMBEDDED_CHARS)
}

function unique(entries: readonly Entry[]): Entry[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

function emptyQuery(): HostError {
  return new HostError('INVALID_PARAMETERS', 'query is empty.', { hint: 'Say in a few words what is looked for.' })
}
