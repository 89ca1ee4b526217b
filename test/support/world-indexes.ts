import { systemClock } from '../../src/base/clock.ts'
import { HostError } from '../../src/base/host-error.ts'
import type { Limits } from '../../src/base/limits.ts'
import { createLogger } from '../../src/base/logger.ts'
import { createRedact } from '../../src/base/redact.ts'
import type { Files } from '../../src/files/files.ts'
import { createIndexes, type Indexes } from '../../src/indexing/indexes.ts'

/** Indexes without a model: words and names only. Whoever asks them closes them. */
export function worldIndexes(directory: string, files: Files, limits: Limits): Indexes {
  return createIndexes({
    directory,
    embedder: {
      model: () => 'none',
      embed: () => Promise.reject(new HostError('UNAVAILABLE', 'There is no model here.')),
    },
    isClosed: (path) => files.protectionOf(path, 'read').class !== 'none',
    isTooMuch: () => false,
    limits: { ...limits, indexWaitMs: 50_000 },
    clock: systemClock,
    log: createLogger(() => {}, createRedact()),
  })
}
