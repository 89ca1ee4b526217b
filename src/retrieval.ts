import { readFileSync } from 'node:fs'
import { sep } from 'node:path'
import type { Clock } from './base/clock.ts'
import { HostError } from './base/host-error.ts'
import type { NewId } from './base/ids.ts'
import type { Limits } from './base/limits.ts'
import type { Logger } from './base/logger.ts'
import type { Redact } from './base/redact.ts'
import type { DataDirectory } from './config/data-directory.ts'
import type { LiveSettings } from './config/settings.ts'
import type { Access, Protection } from './contract/resources.ts'
import { ownerOf } from './contract/run.ts'
import { createEmbeddings, type Embeddings } from './embeddings/embeddings.ts'
import { createEndpointEngine } from './embeddings/endpoint-engine.ts'
import type { Engine } from './embeddings/engine.ts'
import { createLocalEngine } from './embeddings/local-engine.ts'
import { CACHE_MIGRATIONS, createVectorCache } from './embeddings/vector-cache.ts'
import type { Events } from './events/events.ts'
import { createIndexes, type Indexes } from './indexing/indexes.ts'
import { createMemory, type Memory } from './memory/memory.ts'
import type { Runs } from './runs/runs.ts'
import type { Database } from './storage/database.ts'
import { openDerivedStore } from './storage/open-store.ts'
import { createTopics, type Topics } from './topics/topics.ts'

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly runs: Runs
  readonly directory: DataDirectory
  readonly home: string
  readonly settings: LiveSettings
  readonly limits: Limits
  readonly protectionOf: (path: string, access: Access) => Protection
  readonly redact: Redact
  readonly clock: Clock
  readonly newId: NewId
  readonly log: Logger
}

interface LatelyStored {
  readonly id: string
  readonly title: string
  readonly content: string
  readonly storedAt: number
}

/** What is found again by meaning. Nothing of it is loaded before it is asked for. */
export interface Retrieval {
  readonly embeddings: Embeddings
  readonly indexes: Indexes
  readonly memory: Memory
  readonly topics: Topics
  /** What a conversation has stored in the last minutes, for a reminder. */
  readonly storedLately: (owner: string) => readonly LatelyStored[]
  readonly close: () => Promise<void>
}

export function createRetrieval(parts: Parts): Retrieval {
  const { database, events, runs, directory, home, settings, limits, protectionOf, redact, clock, newId, log } = parts
  const embeddings = createEmbeddings({
    createEngine: () => engineFor(settings, limits, redact),
    openCache: () => {
      const database = openDerivedStore(directory.path('embeddings.db'), CACHE_MIGRATIONS)
      return createVectorCache(database, () => limits.embeddingCacheEntries)
    },
    onSettings: settings.onChange,
    log,
  })
  const indexes = createIndexes({
    directory: directory.path('index'),
    embedder: embeddings,
    isClosed: (path) => protectionOf(path, 'read').class !== 'none',
    isTooMuch: (root) => [home, directory.root].some((path) => path === root || path.startsWith(withSeparator(root))),
    limits,
    clock,
    log,
  })
  const topics = createTopics({
    database,
    ownerOfRun: (runId) => {
      const [credential, conversationId] = [runs.credentialOf(runId), runs.conversationOf(runId)]
      if (credential === undefined || conversationId === undefined) return undefined
      return ownerOf({ credential, conversationId })
    },
    onChange: () => events.note({ type: 'topics.changed', body: {} }),
    clock,
    newId,
  })
  const memory = createMemory({
    database,
    embedder: embeddings,
    topicOf: topics.topicOf,
    withoutSecrets: redact.text,
    showsSecrets: () => settings.current().memorySecrets === 'show',
    limits,
    clock,
    newId,
    log,
  })
  memory.onChange((scope) => events.note({ type: 'memory.changed', body: { scope } }))
  return {
    embeddings,
    indexes,
    memory,
    topics,
    storedLately: (owner) =>
      memory
        .storedBy(owner, clock.now() - LATELY_MS, LATELY_MAX)
        .map(({ id, content, contentType, tags, createdAt }) => ({
          id,
          title: tags[0] ?? contentType,
          content: redact.text(content.slice(0, LATELY_CHARS)),
          storedAt: createdAt,
        })),
    close: async () => {
      memory.close()
      await Promise.all([indexes.close(), embeddings.close()])
    },
  }
}

const LATELY_MS = 5 * 60 * 1000
const LATELY_MAX = 50
const LATELY_CHARS = 400

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : `${path}${sep}`
}

function engineFor(settings: LiveSettings, limits: Limits, redact: Redact): Engine {
  const { embeddings } = settings.current()
  if (embeddings === null) return createLocalEngine({ idleMs: limits.embeddingIdleMs })
  const { url, model } = embeddings
  return createEndpointEngine({
    url,
    model,
    key: () => {
      const keyFile = settings.current().embeddings?.keyFile ?? null
      if (keyFile === null) return null
      const key = keyIn(keyFile)
      redact.know(key)
      return key
    },
  })
}

function keyIn(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new HostError('UNAVAILABLE', `The key of the embedding endpoint cannot be read from ${path}.`, {
      hint: 'Check embeddings.keyFile in settings.json.',
      cause,
    })
  }
}
