import { expect, it } from 'vitest'
import { fakeEmbedder } from '../test/support/fake-embedder.ts'
import { quietLog, testStore } from '../test/support/store.ts'
import { newId } from './base/ids.ts'
import { LIMITS } from './base/limits.ts'
import { createMemory } from './memory/memory.ts'
import { createRememberedDocuments } from './remembered-documents.ts'

const SCOPE = { key: 'project.1', kind: 'project' as const, label: '/work' }
const EVERYTHING = { scopes: null, type: null, tag: null, text: null }
const book = Array.from(
  { length: 200 },
  (_, index) => `Chapter ${index}\n\n${`The kettle number ${index} whistles. `.repeat(30)}`,
)

function library() {
  const store = testStore()
  const memory = createMemory({
    ...store,
    embedder: fakeEmbedder(),
    topicOf: () => null,
    withoutSecrets: (text) => text,
    showsSecrets: () => false,
    limits: LIMITS,
    newId,
    log: quietLog,
  })
  const documents = createRememberedDocuments({ ...store, memory, newId, limits: LIMITS })
  const given = {
    bytes: Buffer.from(book.join('\n\n')),
    name: 'book.md',
    contentType: 'text/markdown',
    source: 'book.md',
  }
  const from = { client: 'test', runId: null, callId: null }
  return {
    memory,
    documents,
    stored: () => memory.list(EVERYTHING, 1, 0).total,
    read: (signal = new AbortController().signal, progress: (message: string, fraction?: number) => void = () => {}) =>
      documents.import(given, { scope: SCOPE, from, signal, progress }),
    [Symbol.dispose]: () => {
      memory.close()
      store[Symbol.dispose]()
    },
  }
}

it('is found by searching memory, told in few changes, and forgotten with all its chunks', async () => {
  using it = library()
  let changes = 0
  it.memory.onChange(() => {
    changes += 1
  })
  const { document } = await it.read()
  const chunks = it.stored()
  expect(chunks).toBeGreaterThan(100)
  expect(changes).toBeLessThan(chunks / 10)
  const question = { query: 'kettle number 137', limit: 3, threshold: 0.1 }
  const { hits } = await it.memory.search([SCOPE], question, new AbortController().signal)
  expect(hits[0]?.memory).toMatchObject({ contentType: 'document', tags: [document.id, 'book.md'] })
  it.documents.remove(document.id, 'cli')
  expect(it.stored()).toBe(0)
})

it('leaves nothing when it is cancelled while it is stored', async () => {
  using it = library()
  const cancelling = new AbortController()
  const reading = it.read(cancelling.signal, () => {
    if (it.stored() > 0) cancelling.abort(new Error('enough'))
  })
  await expect(reading).rejects.toThrow('enough')
  expect(it.stored()).toBe(0)
  expect(it.documents.list()).toEqual([])
})
