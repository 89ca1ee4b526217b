import { readFileSync } from 'node:fs'
import { sep } from 'node:path'
import type { Clock } from './base/clock.ts'
import { HostError } from './base/host-error.ts'
import type { Limits } from './base/limits.ts'
import type { Logger } from './base/logger.ts'
import type { Redact } from './base/redact.ts'
import type { DataDirectory } from './config/data-directory.ts'
import type { LiveSettings } from './config/settings.ts'
import type { Access, Protection } from './contract/resources.ts'
import { createEmbeddings, type Embeddings } from './embeddings/embeddings.ts'
import { createEndpointEngine } from './embeddings/endpoint-engine.ts'
import type { Engine } from './embeddings/engine.ts'
import { createLocalEngine } from './embeddings/local-engine.ts'
import { CACHE_MIGRATIONS, createVectorCache } from './embeddings/vector-cache.ts'
import { createIndexes, type Indexes } from './indexing/indexes.ts'
import { openDerivedStore } from './storage/open-store.ts'

interface Parts {
  readonly directory: DataDirectory
  readonly home: string
  readonly settings: LiveSettings
  readonly limits: Limits
  readonly protectionOf: (path: string, access: Access) => Protection
  readonly redact: Redact
  readonly clock: Clock
  readonly log: Logger
}

/** What is found again by meaning. Nothing of it is loaded before it is asked for. */
export interface Retrieval {
  readonly embeddings: Embeddings
  readonly indexes: Indexes
  readonly close: () => Promise<void>
}

export function createRetrieval({
  directory,
  home,
  settings,
  limits,
  protectionOf,
  redact,
  clock,
  log,
}: Parts): Retrieval {
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
  return {
    embeddings,
    indexes,
    close: async () => {
      await Promise.all([indexes.close(), embeddings.close()])
    },
  }
}

function withSeparator(path: string): string {
  return path.endsWith(sep) ? path : `${path}${sep}`
}

function engineFor(settings: LiveSettings, limits: Limits, redact: Redact): Engine {
  const { embeddings } = settings.current()
  if (embeddings === null) return createLocalEngine({ idleMs: limits.embeddingIdleMs })
  const { url, model, keyFile } = embeddings
  return createEndpointEngine({
    url,
    model,
    key: () => {
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
