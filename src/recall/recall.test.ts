import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { testGate } from '../../test/support/gate.ts'
import { quietLog } from '../../test/support/store.ts'
import { wordsOf } from '../base/words.ts'
import { type Caller, ownerOf, principalOf } from '../contract/run.ts'
import { openDerivedStore, removeStore } from '../storage/open-store.ts'
import { operation } from '../tools/operation.ts'
import { recallHistoryToolset } from '../tools/recall_history/index.ts'
import { RECALL_MIGRATIONS } from './index-store.ts'
import { createRecall, type Embed, type Recall } from './recall.ts'

/** Words of one line mean the same. */
const MEANINGS = [
  ['crash', 'failure', 'broken'],
  ['car', 'vehicle', 'automobile'],
  ['price', 'cost', 'invoice'],
]
const meaning: Embed = async (texts) =>
  texts.map((text) => {
    const words = new Set(wordsOf(text))
    const vector = Float32Array.from(MEANINGS, (line) => (line.some((word) => words.has(word)) ? 1 : 0))
    const length = Math.hypot(...vector) || 1
    return vector.map((value) => value / length)
  })
const noModel: Embed = () => Promise.reject(new Error('no model here'))

function setup(embed: Embed = meaning) {
  const say = operation({
    name: 'say',
    title: 'Say',
    description: 'Says it.',
    effect: 'read',
    icon: 'scroll',
    input: z.strictObject({ words: z.string() }),
    output: z.object({ said: z.string() }),
    example: { words: 'x' },
    label: ({ words }) => `Saying ${words.split(' ')[0]}`,
    run: ({ words }) => {
      if (words.includes('refuse')) throw new Error('refused')
      return { said: words }
    },
    text: ({ said }) => said,
  })
  let recall: Recall
  const callers = new Map<string, Caller>()
  const gate = testGate(() => [
    { name: 'say', title: 'Say', summary: '', category: 'reasoning', shape: 'single', operations: [say] },
    recallHistoryToolset({
      recall: { search: (query) => recall.search(query), archive: () => '', prune: () => {}, close: () => {} },
      topicOwners: (topic, caller) => (topic === 'trip' ? [ownerOf(caller), ownerOf(as('anna'))] : null),
    }),
  ])
  const path = join(gate.store.directory, 'recall.db')
  let number = 0
  const create = () =>
    createRecall({
      database: gate.store.database,
      openIndex: () => openDerivedStore(path, RECALL_MIGRATIONS),
      embed,
      finished: (before, limit) => gate.store.events.newest({ types: ['call.finished'], before, limit }),
      showCall: (id) => gate.history.show(id).call,
      runOf: (runId) => {
        const caller = callers.get(runId)
        return caller === undefined ? null : { principal: principalOf(caller), owner: ownerOf(caller) }
      },
      oldestSeq: () => gate.store.events.since(0, 1)[0]?.seq ?? 0,
      newId: () => {
        number += 1
        return `arch_${number}`
      },
      clock: gate.store.clock,
      log: quietLog,
    })
  recall = create()
  const as = (name: string): Caller => ({ ...gate.caller, runId: `run_${name}`, conversationId: name, client: name })
  return {
    gate,
    as,
    recall: () => recall,
    say: async (name: string, words: string) => {
      callers.set(`run_${name}`, as(name))
      await gate.call('say', { words }, { caller: as(name) })
      gate.store.clock.advance(60_000)
    },
    ask: async (name: string, args: Record<string, unknown>, isPerson = false) => {
      const outcome = await gate.call('recall_history', args, { caller: { ...as(name), isPerson } })
      if (outcome.status !== 'succeeded') throw outcome.status === 'failed' ? outcome.error : new Error('pending')
      return outcome
    },
    again: (isLost: boolean) => {
      recall.close()
      if (isLost) removeStore(path)
      recall = create()
    },
    [Symbol.dispose]: () => {
      recall.close()
      gate[Symbol.dispose]()
    },
  }
}

const titles = (output: Record<string, unknown>) => (output['results'] as { title: string }[]).map(({ title }) => title)
const whys = (output: Record<string, unknown>) => (output['results'] as { why: string }[]).map(({ why }) => why)

describe('recalling', () => {
  test('finds by words, by meaning, and best what fits by both', async () => {
    using it = setup()
    await it.say('anna', 'alpha the automobile was red')
    await it.say('anna', 'beta nothing of interest')
    await it.say('anna', 'gamma the car failure')
    const { output } = await it.ask('anna', { query: 'car' })
    expect(titles(output)).toEqual(['Saying gamma', 'Saying alpha'])
    expect(whys(output)).toEqual(['both', 'meaning'])
  })

  test('goes by words alone where there is no model, and says so', async () => {
    using it = setup(noModel)
    await it.say('anna', 'alpha the automobile was red')
    await it.say('anna', 'gamma the car failure')
    const { output, text } = await it.ask('anna', { query: 'car' })
    expect(titles(output)).toEqual(['Saying gamma'])
    expect(text).toContain('compared by words only')
  })

  test('keeps what was compared when the rest is not in time', async () => {
    let batches = 0
    using it = setup((texts, options) => {
      batches += 1
      return batches === 1 ? meaning(texts, options) : noModel(texts, options)
    })
    for (let number = 0; number < 20; number += 1) await it.say('anna', `n${number} vehicle`)
    const { output, text } = await it.ask('anna', { query: 'car' })
    expect(whys(output)).toEqual(['meaning', 'meaning', 'meaning'])
    expect(text).toContain('compared by words only')
  })

  test('has a map of what else there is', async () => {
    using it = setup()
    for (let number = 0; number < 12; number += 1) await it.say('anna', `n${number} invoice`)
    const { output, text } = await it.ask('anna', { query: 'invoice', limit: 2 })
    expect(titles(output)).toHaveLength(2)
    expect(output['map']).toMatchObject({ entries: 12, matches: 12, operations: [{ name: 'say', entries: 12 }] })
    expect(text).toContain('Map: 12 entries')
    expect(text).toContain('12 hold some of the words, 2 shown')
  })

  test('prefers the newer or the older when told', async () => {
    using it = setup()
    for (const name of ['first', 'second', 'third']) await it.say('anna', `${name} invoice`)
    expect(titles((await it.ask('anna', { query: 'invoice', time_hint: 'early' })).output)[0]).toBe('Saying first')
    expect(titles((await it.ask('anna', { query: 'invoice', timeHint: 'recent' })).output)[0]).toBe('Saying third')
  })

  test('tells of what failed, too', async () => {
    using it = setup()
    await it.say('anna', 'refuse the invoice')
    expect(titles((await it.ask('anna', { query: 'invoice' })).output)).toEqual(['Saying refuse (failed)'])
  })

  test('shows nobody what others did; a person sees all, and a topic what belongs to it', async () => {
    using it = setup()
    await it.say('anna', 'alpha invoice')
    await it.say('ben', 'beta invoice')
    await it.say('carl', 'gamma invoice')
    expect(titles((await it.ask('anna', { query: 'invoice' })).output)).toEqual(['Saying alpha'])
    expect(titles((await it.ask('dora', { query: 'invoice' })).output)).toEqual([])
    expect(titles((await it.ask('x', { query: 'invoice', limit: 10 }, true)).output)).toHaveLength(3)
    expect(titles((await it.ask('ben', { query: 'invoice', topic_id: 'trip' })).output).sort()).toEqual([
      'Saying alpha',
      'Saying beta',
    ])
    await expect(it.ask('ben', { query: 'invoice', topic_id: 'other' })).rejects.toThrow('belongs to no topic other')
  })

  test.each(['', '   ', '\n'])('does not look for %j', async (query) => {
    using it = setup()
    await expect(it.ask('anna', { query })).rejects.toThrow('query is empty')
  })

  test.each(['"', 'a" OR b', 'NEAR(x)', '* *', "'; drop table entry; --", '🙂', '-'])(
    'takes %j as text',
    async (query) => {
      using it = setup()
      await it.say('anna', 'alpha invoice')
      expect((await it.ask('anna', { query })).status).toBe('succeeded')
    },
  )

  test('is bounded, however long what was said is', async () => {
    using it = setup()
    for (let number = 0; number < 10; number += 1) await it.say('anna', `n${number} ${'invoice '.repeat(5_000)}`)
    const { text } = await it.ask('anna', { query: 'invoice', limit: 10 })
    expect(text.length).toBeLessThan(10_000)
  })
})

describe('the index', () => {
  test.each([
    ['goes on after a restart', false],
    ['is made again when it is lost', true],
  ])('%s', async (_sentence, isLost) => {
    using it = setup()
    await it.say('anna', 'alpha invoice')
    expect(titles((await it.ask('anna', { query: 'invoice' })).output)).toHaveLength(1)
    it.again(isLost)
    await it.say('anna', 'beta invoice')
    expect(titles((await it.ask('anna', { query: 'invoice' })).output)).toHaveLength(2)
  })

  test('takes in what came in many pages, each once', async () => {
    using it = setup(noModel)
    for (let number = 0; number < 120; number += 1) await it.say('anna', `n${number} invoice`)
    expect((await it.ask('anna', { query: 'invoice' })).output['map']).toMatchObject({ entries: 120, isComplete: true })
    for (let number = 0; number < 60; number += 1) await it.say('anna', `m${number} invoice`)
    expect((await it.ask('anna', { query: 'invoice' })).output['map']).toMatchObject({ entries: 180, isComplete: true })
  })

  test('forgets what the history has forgotten', async () => {
    using it = setup()
    await it.say('anna', 'alpha invoice')
    await it.ask('anna', { query: 'invoice' })
    it.gate.store.events.prune(it.gate.store.clock.now() + 1)
    await it.say('anna', 'beta invoice')
    expect(titles((await it.ask('anna', { query: 'invoice' })).output)).toEqual(['Saying beta'])
  })
})

test('what a conversation no longer carries along is archived and found', async () => {
  using it = setup()
  const caller = it.as('anna')
  const whose = { principal: principalOf(caller), owner: ownerOf(caller), client: 'anna' }
  const id = it.recall().archive(whose, [
    { role: 'user', content: 'Which vehicle did we choose?' },
    { role: 'assistant', content: 'The blue one.' },
  ])
  const { output } = await it.ask('anna', { query: 'what car was it' })
  expect(output['results']).toMatchObject([
    { id, kind: 'conversation', text: expect.stringContaining('The blue one.') },
  ])
  expect(titles((await it.ask('ben', { query: 'vehicle' })).output)).toEqual([])
})
