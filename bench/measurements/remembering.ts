import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'
import { systemClock } from '../../src/base/clock.ts'
import { newId } from '../../src/base/ids.ts'
import { LIMITS } from '../../src/base/limits.ts'
import { createLogger } from '../../src/base/logger.ts'
import { createRedact } from '../../src/base/redact.ts'
import { createVectorSet, normalised } from '../../src/base/vectors.ts'
import { createLocalEngine } from '../../src/embeddings/local-engine.ts'
import { createMemory } from '../../src/memory/memory.ts'
import { openDatabase } from '../../src/storage/database.ts'
import { type Measurement, scratchDirectory } from '../harness/bench.ts'
import { type Fact, milliseconds } from '../harness/report.ts'
import { PASSAGES } from '../retrieval/passages.ts'
import { QUESTIONS } from '../retrieval/questions.ts'

const MEMORIES = 1_000
const SEARCH_P50_MS = 60
const SCAN_MS = 30
const SIZES = [1_000, 10_000, 100_000]
const DIMENSIONS = 384
const SCOPE = { key: 'project.bench', kind: 'project', label: 'bench' } as const
const FROM = { owner: null, runId: null, callId: null, client: 'bench' }

export const remembering: Measurement = {
  name: 'remembering',
  run: async (bench) => ({
    title: 'Memory',
    about: `${MEMORIES} memories are stored, then searched with questions that were never asked before; the model embeds each question. Vectors of the memories are random, which costs the same.`,
    findings: [...(await storeAndSearch(bench.isQuick ? 20 : QUESTIONS.length)), ...SIZES.map(scan)],
  }),
}

async function storeAndSearch(questions: number): Promise<Fact[]> {
  using scratch = scratchDirectory()
  const database = openDatabase(join(scratch.path, 'memory.db'))
  const engine = createLocalEngine({ idleMs: 60_000 })
  const embedder = {
    model: () => engine.id,
    embed: (texts: readonly string[], { signal, priority }: { signal: AbortSignal; priority: string }) =>
      priority === 'now' ? engine.embed(texts, signal) : Promise.resolve(texts.map(randomVector)),
    onChange: () => () => {},
  }
  const memory = createMemory({
    database,
    embedder,
    topicOf: () => null,
    withoutSecrets: createRedact().text,
    showsSecrets: () => false,
    limits: LIMITS,
    clock: systemClock,
    newId,
    log: createLogger(() => {}, createRedact()),
  })
  try {
    const stores = Array.from({ length: MEMORIES }, (_, index) => {
      const content = `${PASSAGES[index % PASSAGES.length]} Note ${index}.`
      const started = performance.now()
      memory.store(SCOPE, { content, contentType: 'fact', context: null, tags: [], importance: 0.5 }, FROM)
      return performance.now() - started
    })
    await memory.settled()
    const { signal } = new AbortController()
    await memory.search([SCOPE], { query: 'warm up', limit: 10, threshold: 0.3 }, signal)
    const searches: number[] = []
    for (const [, query] of QUESTIONS.slice(0, questions)) {
      const started = performance.now()
      await memory.search([SCOPE], { query, limit: 10, threshold: 0 }, signal)
      searches.push(performance.now() - started)
    }
    const p50 = median(searches)
    return [
      { kind: 'fact', what: 'storing one', value: milliseconds(median(stores)) },
      {
        kind: 'fact',
        what: 'searching, the question embedded',
        value: milliseconds(p50),
        target: { text: `< ${SEARCH_P50_MS} ms`, isMet: p50 < SEARCH_P50_MS },
        why: 'almost all of it is the model reading the question',
      },
    ]
  } finally {
    memory.close()
    await engine.close()
    database.close()
  }
}

/** The nearest of so many vectors, without a model and a database. */
function scan(size: number): Fact {
  const set = createVectorSet(DIMENSIONS)
  for (let key = 0; key < size; key++) set.set(key, randomVector())
  const times = Array.from({ length: 15 }, () => {
    const to = randomVector()
    const started = performance.now()
    set.nearest(to, 100)
    return performance.now() - started
  })
  const ms = median(times)
  return {
    kind: 'fact',
    what: `the nearest of ${size.toLocaleString('en')} vectors`,
    value: milliseconds(ms),
    target: { text: `< ${SCAN_MS} ms`, isMet: ms < SCAN_MS },
  }
}

const words = new Int16Array(DIMENSIONS)

function randomVector(): Float32Array {
  randomFillSync(words)
  return normalised(words) ?? new Float32Array(DIMENSIONS)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
