import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { temporaryDirectory } from '../../test/support/temporary.ts'
import { createLogger } from '../base/logger.ts'
import { createRedact } from '../base/redact.ts'
import { openDerivedStore } from '../storage/open-store.ts'
import { createEmbeddings, type Embeddings } from './embeddings.ts'
import { createEndpointEngine } from './endpoint-engine.ts'
import type { Engine } from './engine.ts'
import { createLocalEngine } from './local-engine.ts'
import { CACHE_MIGRATIONS, createVectorCache } from './vector-cache.ts'

const directory = temporaryDirectory()
const silent = createLogger(() => {}, createRedact())
afterAll(() => directory[Symbol.dispose]())

function embeddingsOf(createEngine: () => Engine, onSettings: (listener: () => void) => () => void = () => () => {}) {
  return createEmbeddings({
    createEngine,
    openCache: () =>
      createVectorCache(openDerivedStore(join(directory.path, 'embeddings.db'), CACHE_MIGRATIONS), () => 1_000),
    onSettings,
    log: silent,
  })
}

const cosine = (a: Float32Array | undefined, b: Float32Array | undefined) =>
  [...(a ?? [])].reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0)

describe('the built-in model', () => {
  const local = (): Engine => createLocalEngine({ idleMs: 60_000 })

  it('finds what means the same nearer than what shares words, and gives the same after a restart', async () => {
    const texts = ['How do I undo the last commit?', 'Reverting a change in git', 'The last train leaves at noon']
    const first = embeddingsOf(local)
    const [question, same, other] = await first.embed(texts, { isCached: false })
    expect(question).toHaveLength(384)
    expect(cosine(question, same)).toBeGreaterThan(cosine(question, other) + 0.2)
    await first.close()

    const second = embeddingsOf(local)
    const [again] = await second.embed(texts.slice(0, 1), { isCached: false })
    expect(again).toEqual(question)
    await second.close()
    await expect(second.embed(['too late'])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('says so when the model is missing', async () => {
    const missing = join(directory.path, 'nothing')
    const engine = createLocalEngine({
      idleMs: 60_000,
      files: { engine: missing, weights: missing, tokenizer: missing, config: missing },
    })
    await expect(engine.embed(['text'], new AbortController().signal)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await engine.close()
  })
})

describe('the queue and the cache', () => {
  interface Fake extends Engine {
    readonly seen: string[]
    readonly go: () => void
  }

  /** Answers one text for each `go`. */
  function slowEngine(id = 'slow'): Fake {
    const seen: string[] = []
    let permits = 0
    let wake = (): void => {}
    return {
      id,
      seen,
      batch: 1,
      dimensions: () => 2,
      go: () => {
        permits += 1
        wake()
      },
      embed: async (texts, signal) => {
        while (permits === 0) {
          await new Promise<void>((resolve, reject) => {
            wake = resolve
            signal.addEventListener('abort', () => reject(signal.reason), { once: true })
          })
        }
        permits -= 1
        seen.push(...texts)
        return texts.map((text) => Float32Array.from([text.length, 0]))
      },
      close: async () => {},
    }
  }

  it('lets somebody who waits overtake the background', async () => {
    const engine = slowEngine()
    await using embeddings = disposable(embeddingsOf(() => engine))
    const background = embeddings.embed(['b1', 'b2', 'b3'], { priority: 'background', isCached: false })
    const urgent = embeddings.embed(['now'], { isCached: false })
    for (let count = 0; count < 4; count++) engine.go()
    await Promise.all([background, urgent])
    expect(engine.seen.indexOf('now')).toBe(1)
  })

  it('computes a text once, also after a restart', async () => {
    const engine = slowEngine('counted')
    engine.go()
    {
      await using first = disposable(embeddingsOf(() => engine))
      await first.embed(['same', 'same'])
    }
    await using second = disposable(embeddingsOf(() => engine))
    expect(await second.embed(['same'])).toEqual([Float32Array.from([4, 0])])
    expect(engine.seen).toEqual(['same'])
  })

  it('is cancelled while it waits and while it works', async () => {
    const engine = slowEngine()
    await using embeddings = disposable(embeddingsOf(() => engine))
    const [running, waiting] = [new AbortController(), new AbortController()]
    const first = embeddings.embed(['first'], { signal: running.signal, isCached: false })
    const second = embeddings.embed(['second'], { signal: waiting.signal, isCached: false })
    waiting.abort()
    await expect(second).rejects.toMatchObject({ name: 'AbortError' })
    running.abort()
    await expect(first).rejects.toMatchObject({ name: 'AbortError' })
    engine.go()
    await embeddings.embed(['third'], { isCached: false })
    expect(engine.seen).toEqual(['third'])
  })

  it('says that the model has changed, and never mixes vectors', async () => {
    let name = 'one'
    let changed = (): void => {}
    const engines: Fake[] = []
    const make = () => {
      const made = slowEngine(name)
      made.go()
      engines.push(made)
      return made
    }
    await using embeddings = disposable(
      embeddingsOf(make, (listener) => {
        changed = listener
        return () => {}
      }),
    )
    const told: string[] = []
    embeddings.onChange(() => told.push(embeddings.model()))
    await embeddings.embed(['text of two models'])
    changed()
    expect(told).toEqual([])
    name = 'two'
    changed()
    expect(told).toEqual(['two'])
    await embeddings.embed(['text of two models'])
    expect(engines.at(-1)?.seen).toEqual(['text of two models'])
  })
})

describe('an endpoint', () => {
  const asked: { authorization: string | undefined; body: unknown }[] = []
  let answer: (input: string[]) => { status: number; body: unknown; location?: string } = () => ({
    status: 500,
    body: {},
  })
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const body = JSON.parse(text) as { input: string[] }
      asked.push({ authorization: request.headers.authorization, body })
      const { status, body: sent, location } = answer(body.input)
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(location === undefined ? {} : { location }),
      })
      response.end(JSON.stringify(sent))
    })
  })
  const listening = new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`))
  })
  afterAll(() => server.close())
  const never = new AbortController().signal

  it('is asked for many texts at once, with its key, and its answers get length 1', async () => {
    const engine = createEndpointEngine({ url: await listening, model: 'nomic', key: () => 'secret-key' })
    answer = (input) => ({
      status: 200,
      body: { data: input.map((_, index) => ({ index, embedding: [3, 4 * (index + 1)] })).reverse() },
    })
    const vectors = await engine.embed(['a', 'b'], never)
    expect(vectors[0]).toEqual(Float32Array.from([0.6, 0.8]))
    expect(asked.at(-1)).toEqual({ authorization: 'Bearer secret-key', body: { model: 'nomic', input: ['a', 'b'] } })
    expect(engine.dimensions()).toBe(2)
  })

  it.each([
    ['an error', () => ({ status: 500, body: {} })],
    ['a redirect', () => ({ status: 302, body: {}, location: 'http://127.0.0.1:9/' })],
    ['something else', () => ({ status: 200, body: { data: 'none' } })],
    ['too few', () => ({ status: 200, body: { data: [] } })],
    ['a vector of zeros', () => ({ status: 200, body: { data: [{ embedding: [0, 0] }] } })],
  ])('that answers %s is named as unusable', async (_, wrong) => {
    const engine = createEndpointEngine({ url: await listening, model: 'nomic', key: () => null })
    answer = wrong
    await expect(engine.embed(['a'], never)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      hint: expect.stringContaining('settings.json'),
    })
  })
})

function disposable(embeddings: Embeddings): Embeddings & AsyncDisposable {
  return { ...embeddings, [Symbol.asyncDispose]: embeddings.close }
}
