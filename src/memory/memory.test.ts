import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { fakeEmbedder } from '../../test/support/fake-embedder.ts'
import { temporaryDirectory } from '../../test/support/temporary.ts'
import { systemClock } from '../base/clock.ts'
import { newId } from '../base/ids.ts'
import { LIMITS } from '../base/limits.ts'
import { createLogger } from '../base/logger.ts'
import { createRedact } from '../base/redact.ts'
import type { MemoryScope } from '../contract/memory.ts'
import type { Caller } from '../contract/run.ts'
import { openDatabase } from '../storage/database.ts'
import { createTopics } from '../topics/topics.ts'
import { createMemory, type Memory } from './memory.ts'
import { piecesOf } from './pieces.ts'
import type { NewMemory } from './store.ts'

const never = new AbortController().signal
const PROJECT: MemoryScope = { key: 'project.1', kind: 'project', label: '/work' }
const OTHER: MemoryScope = { key: 'project.2', kind: 'project', label: '/other' }
const FROM = { owner: 'owner', runId: 'run_1', callId: 'call_1', client: 'test' }
const cleanup: (() => void)[] = []
afterEach(() => {
  for (const close of cleanup.splice(0).reverse()) close()
})

function world(options: { readonly showsSecrets?: boolean; readonly limits?: Partial<typeof LIMITS> } = {}) {
  const directory = temporaryDirectory()
  cleanup.push(() => directory[Symbol.dispose]())
  const embedder = fakeEmbedder()
  const runs = new Map([['run_1', JSON.stringify(['agent', 'c1'])]])
  const open = () => {
    const database = openDatabase(join(directory.path, 'memory.db'))
    const topics = createTopics({
      database,
      ownerOfRun: (id) => runs.get(id),
      onChange: () => {},
      clock: systemClock,
      newId,
    })
    const memory = createMemory({
      database,
      embedder,
      topicOf: topics.topicOf,
      withoutSecrets: createRedact().text,
      showsSecrets: () => options.showsSecrets ?? false,
      limits: { ...LIMITS, ...options.limits },
      clock: systemClock,
      newId,
      log: createLogger(() => {}, createRedact()),
    })
    const close = () => {
      memory.close()
      database.close()
    }
    return { memory, topics, close }
  }
  let current = open()
  cleanup.push(() => current.close())
  return {
    embedder,
    get memory() {
      return current.memory
    },
    get topics() {
      return current.topics
    },
    restart: () => {
      current.close()
      current = open()
    },
  }
}

const draft = (content: string, more: Partial<NewMemory> = {}): NewMemory => ({
  content,
  contentType: 'fact',
  context: null,
  tags: [],
  importance: 0.5,
  ...more,
})

const ask = (memory: Memory, query: string, more: { threshold?: number; type?: string; tags?: string[] } = {}) =>
  memory.search([PROJECT], { query, limit: 10, threshold: 0.3, ...more }, never)

describe('storing', () => {
  it('keeps everything that was said, and who said it', () => {
    const { memory } = world()
    const given = draft('Deploys happen on Friday', { tags: ['ops'], importance: 0.9, context: 'a talk' })
    const { memory: stored, isNew } = memory.store(PROJECT, given, FROM)
    expect(isNew).toBe(true)
    expect(memory.show(stored.id)).toMatchObject({
      ...given,
      scope: PROJECT,
      hasSecret: false,
      runId: 'run_1',
      callId: 'call_1',
      client: 'test',
    })
  })

  it.each(['interaction', 'fact', 'preference', 'task', 'document'] as const)(
    'reads back %s as what it was stored as',
    (contentType) => {
      const { memory } = world()
      const { memory: stored } = memory.store(PROJECT, draft('x y z', { contentType }), FROM)
      expect(memory.show(stored.id).contentType).toBe(contentType)
    },
  )

  it('does not wait for the model', async () => {
    const { memory, embedder } = world()
    embedder.fail(true)
    expect(memory.store(PROJECT, draft('text'), FROM).memory.isEmbedded).toBe(false)
    await memory.settled()
    embedder.fail(false)
    await ask(memory, 'text')
    await memory.settled()
    expect(memory.list({ scopes: null, type: null, tag: null, text: null }, 5, 0).memories[0]?.isEmbedded).toBe(true)
  })

  it('recognises the same content, with other line ends and spaces too, in its scope only', () => {
    const { memory } = world()
    const first = memory.store(PROJECT, draft('a line\nanother'), FROM).memory
    const again = memory.store(PROJECT, draft(' a line\r\nanother\n', { tags: ['new'] }), FROM)
    expect(again).toMatchObject({ isNew: false, memory: { id: first.id, tags: [] } })
    expect(memory.store(OTHER, draft('a line\nanother'), FROM).isNew).toBe(true)
  })

  it('lists what says nearly the same, and keeps both', () => {
    const { memory } = world()
    const first = memory.store(PROJECT, draft('The staging database is reset every night at two'), FROM).memory
    memory.store(PROJECT, draft('Apples are red'), FROM)
    const { similar, isNew } = memory.store(PROJECT, draft('The staging database is reset every night at three'), FROM)
    expect(isNew).toBe(true)
    expect(similar.map(({ id }) => id)).toEqual([first.id])
    expect(memory.collections([PROJECT])[0]?.memories).toBe(3)
  })

  it.each([
    ['nothing', ' \n', 'INVALID_PARAMETERS'],
    ['too much', 'x'.repeat(1024 * 1024 + 1), 'TOO_LARGE'],
  ])('refuses %s', (_, content, code) => {
    expect(() => world().memory.store(PROJECT, draft(content), FROM)).toThrow(expect.objectContaining({ code }))
  })

  it('has an end', () => {
    const { memory } = world({ limits: { memories: 1 as typeof LIMITS.memories } })
    memory.store(PROJECT, draft('one'), FROM)
    expect(() => memory.store(PROJECT, draft('two'), FROM)).toThrow(expect.objectContaining({ code: 'LIMIT_REACHED' }))
  })

  it('takes a megabyte, and finds what is in its middle', async () => {
    const { memory } = world()
    const filler = 'Nothing of interest is said here at all. '.repeat(12_000)
    const { memory: stored } = memory.store(PROJECT, draft(`${filler}The zebrafinch sings at dawn. ${filler}`), FROM)
    await memory.settled()
    expect(memory.show(stored.id).isEmbedded).toBe(true)
    const { hits } = await ask(memory, 'zebrafinch dawn')
    expect(hits[0]).toMatchObject({ memory: { id: stored.id }, isPart: true })
    expect(hits[0]?.text).toContain('zebrafinch')
    expect(hits[0]?.text.length).toBeLessThan(1_100)
    memory.remove(stored.id)
    expect((await ask(memory, 'zebrafinch dawn')).hits).toEqual([])
  })
})

describe('searching', () => {
  it('finds by meaning and by words, and says which', async () => {
    const { memory } = world()
    memory.store(PROJECT, draft('Take the car to the workshop'), FROM)
    memory.store(PROJECT, draft('Bread needs flour'), FROM)
    await memory.settled()
    const { hits } = await ask(memory, 'vehicle workshop')
    expect(hits).toHaveLength(1)
    expect(hits[0]).toMatchObject({ text: 'Take the car to the workshop', by: 'meaning and words' })
    expect((await ask(memory, 'automobile')).hits[0]).toMatchObject({ by: 'meaning' })
  })

  it('finds by words what has no vector yet', async () => {
    const { memory, embedder } = world()
    embedder.fail(true)
    memory.store(PROJECT, draft('The password policy changed'), FROM)
    const answer = await ask(memory, 'password policy')
    expect(answer.hits[0]).toMatchObject({ by: 'words', score: 0.7 })
    expect(answer.withoutMeaning).toBe('the model failed')
  })

  it.each([
    [0, 2],
    [0.99, 0],
    [1, 0],
  ])('takes the threshold %d as it is', async (threshold, count) => {
    const { memory } = world()
    memory.store(PROJECT, draft('alpha beta gamma'), FROM)
    memory.store(PROJECT, draft('delta epsilon'), FROM)
    await memory.settled()
    const { hits, best } = await ask(memory, 'alpha beta zeta', { threshold })
    expect(hits).toHaveLength(count)
    expect(best).toBeGreaterThan(0.3)
  })

  it('gives one text the same score whatever else there is', async () => {
    const { memory } = world()
    memory.store(PROJECT, draft('alpha beta gamma'), FROM)
    await memory.settled()
    const alone = (await ask(memory, 'alpha beta gamma')).hits[0]?.score
    for (let index = 0; index < 20; index++) memory.store(PROJECT, draft(`delta ${index} epsilon`), FROM)
    await memory.settled()
    expect((await ask(memory, 'alpha beta gamma')).hits[0]?.score).toBe(alone)
    expect(alone).toBeLessThanOrEqual(1)
  })

  it('keeps scopes, types and tags apart', async () => {
    const { memory } = world()
    memory.store(PROJECT, draft('alpha one', { tags: ['a', 'b'] }), FROM)
    memory.store(PROJECT, draft('alpha two', { contentType: 'task', tags: ['a'] }), FROM)
    memory.store(OTHER, draft('alpha three'), FROM)
    await memory.settled()
    const texts = async (more: object) => (await ask(memory, 'alpha', more)).hits.map(({ text }) => text).sort()
    expect(await texts({})).toEqual(['alpha one', 'alpha two'])
    expect(await texts({ type: 'task' })).toEqual(['alpha two'])
    expect(await texts({ tags: ['a', 'b'] })).toEqual(['alpha one'])
    expect((await memory.search(null, { query: 'alpha', limit: 9, threshold: 0 }, never)).hits).toHaveLength(3)
  })

  it('shows no secret, unless it is set to', async () => {
    const secret = 'the key is ghp_0123456789abcdefghijABCDEFGHIJ'
    for (const showsSecrets of [false, true]) {
      const { memory } = world({ showsSecrets })
      expect(memory.store(PROJECT, draft(secret), FROM).memory.hasSecret).toBe(true)
      await memory.settled()
      const { hits } = await ask(memory, 'key', { threshold: 0 })
      expect(JSON.stringify(hits).includes('ghp_0123')).toBe(showsSecrets)
      expect(hits[0]?.memory.hasSecret).toBe(true)
    }
  })

  it.each(['', ' \t'])('refuses the query %j', async (query) => {
    await expect(ask(world().memory, query)).rejects.toMatchObject({ code: 'INVALID_PARAMETERS' })
  })

  it('is answered by an empty memory', async () => {
    expect(await ask(world().memory, 'anything')).toEqual({ hits: [], total: 0, best: null, withoutMeaning: null })
  })
})

describe('afterwards', () => {
  it('a restart loses nothing and computes nothing again', async () => {
    const place = world()
    place.memory.store(PROJECT, draft('alpha beta'), FROM)
    await place.memory.settled()
    const before = (await ask(place.memory, 'alpha')).hits
    const computed = place.embedder.seen.length
    place.restart()
    expect((await ask(place.memory, 'alpha')).hits).toEqual(before)
    await place.memory.settled()
    expect(place.embedder.seen.length).toBe(computed + 1)
  })

  it('what a crash left half indexed is finished', async () => {
    const place = world()
    place.embedder.fail(true)
    const long = Array.from({ length: 400 }, (_, index) => `Sentence number ${index} of a long text that goes on. `)
    const { id } = place.memory.store(PROJECT, draft(long.join('')), FROM).memory
    place.restart()
    place.embedder.fail(false)
    await ask(place.memory, 'sentence')
    await place.memory.settled()
    expect(place.memory.show(id).isEmbedded).toBe(true)
    expect(place.memory.collections([PROJECT])[0]?.waiting).toBe(0)
  })

  it('another model embeds everything again, and never compares with the old one', async () => {
    const { memory, embedder } = world()
    memory.store(PROJECT, draft('alpha beta'), FROM)
    await memory.settled()
    embedder.change('fake-2')
    await memory.settled()
    expect(embedder.seen.filter((text) => text === 'alpha beta')).toHaveLength(2)
    expect((await ask(memory, 'alpha beta')).hits[0]?.score).toBe(1)
  })

  it('a memory can be edited, removed and exported', async () => {
    const { memory } = world()
    const heard: string[] = []
    memory.onChange((scope) => heard.push(scope))
    const { id } = memory.store(PROJECT, draft('alpha'), FROM).memory
    memory.store(PROJECT, draft('gamma'), FROM)
    await memory.settled()
    memory.edit(id, { content: 'delta', tags: ['t'], importance: 1 })
    await memory.settled()
    expect((await ask(memory, 'alpha')).hits).toEqual([])
    expect((await ask(memory, 'delta')).hits[0]).toMatchObject({ text: 'delta', memory: { id, tags: ['t'] } })
    expect(() => memory.edit(id, { content: 'gamma' })).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect([...memory.each(PROJECT.key)].map(({ content }) => content).sort()).toEqual(['delta', 'gamma'])
    memory.remove(id)
    expect(() => memory.show(id)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    expect((await ask(memory, 'delta')).hits).toEqual([])
    expect(heard).toEqual(Array(4).fill(PROJECT.key))
  })

  it('what was kept for a conversation is forgotten with the history, other things are not', async () => {
    const place = world({ limits: { historyDays: 0 as typeof LIMITS.historyDays } })
    const run: MemoryScope = { key: 'run.1', kind: 'run', label: 'client' }
    place.memory.store(run, draft('for now'), FROM)
    place.memory.store(PROJECT, draft('for long'), FROM)
    await vi.waitFor(() =>
      expect(Date.now()).toBeGreaterThan(place.memory.recent([run, PROJECT], 1)[0]?.updatedAt ?? 0),
    )
    place.restart()
    await ask(place.memory, 'for')
    await place.memory.settled()
    expect(place.memory.collections(null).map(({ scope }) => scope.key)).toEqual([PROJECT.key])
  })

  it('tells what a conversation has stored itself', () => {
    const { memory } = world()
    memory.store(PROJECT, draft('mine'), FROM)
    memory.store(PROJECT, draft('of another'), { ...FROM, owner: 'else' })
    expect(memory.storedBy('owner', 0, 10).map(({ content }) => content)).toEqual(['mine'])
    expect(memory.storedBy('owner', Date.now() + 1_000, 10)).toEqual([])
    expect(memory.recent([PROJECT], 1)).toHaveLength(1)
  })
})

describe('scopes', () => {
  const caller: Caller = {
    runId: 'run_1',
    conversationId: 'c1',
    credential: 'agent',
    client: 'test',
    clientVersion: '',
    profile: 'p',
    workdir: '/work',
    isPerson: false,
  }

  it('are a conversation of one credential, a directory, and the topic a person attached', () => {
    const { memory, topics } = world()
    const before = memory.scopesOf(caller)
    expect(before.effective).toBe(before.project)
    expect(memory.scopesOf({ ...caller, runId: 'run_2' })).toEqual(before)
    expect(memory.scopesOf({ ...caller, credential: 'thief' }).run.key).not.toBe(before.run.key)
    expect(memory.scopesOf({ ...caller, workdir: '/else' }).project.key).not.toBe(before.project.key)

    const topic = topics.add('Release', '')
    topics.attach(topic.id, 'run_1')
    expect(memory.scopesOf(caller)).toMatchObject({
      effective: { key: `topic.${topic.id}`, kind: 'topic', label: 'Release' },
    })
    expect(memory.scopesOf({ ...caller, credential: 'thief' }).topic).toBeNull()
    topics.detach('Release', 'run_1')
    expect(memory.scopesOf(caller).topic).toBeNull()
  })

  it('topics have one name each, one conversation has one topic, and a removed one is gone', () => {
    const { topics } = world()
    const first = topics.add('One', 'first')
    topics.add('Two', '')
    expect(() => topics.add('One', '')).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    expect(() => topics.change('Two', { name: 'One' })).toThrow(expect.objectContaining({ code: 'CONFLICT' }))
    topics.attach('One', 'run_1')
    topics.attach('Two', 'run_1')
    expect(topics.list()).toMatchObject([
      { name: 'One', runs: [] },
      { name: 'Two', runs: ['run_1'] },
    ])
    expect(() => topics.attach('One', 'run_9')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    expect(() => topics.detach('One', 'run_1')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
    expect(topics.change(first.id, { description: 'changed' })).toMatchObject({ name: 'One', description: 'changed' })
    topics.remove('Two')
    expect(topics.list().map(({ name }) => name)).toEqual(['One'])
    expect(() => topics.find('Two')).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })
})

describe('pieces', () => {
  it.each([
    ['one short text', 'short'],
    ['sentences', 'A sentence stands here. '.repeat(200)],
    ['no spaces at all', 'x'.repeat(5_000)],
    ['characters of two halves', '😀'.repeat(3_000)],
    ['empty lines', '\n'.repeat(3_000)],
  ])('cover %s without a gap and without half a character', (_, text) => {
    const pieces = piecesOf(text)
    let covered = 0
    for (const { start, text: part } of pieces) {
      expect(start).toBeLessThanOrEqual(covered)
      expect(text.slice(start, start + part.length)).toBe(part)
      expect(part.isWellFormed()).toBe(true)
      covered = start + part.length
    }
    expect(covered).toBe(text.length)
  })
})
