import { expect, test } from 'vitest'
import { testStore } from '../../test/support/store.ts'
import { newId } from '../base/ids.ts'
import { LIMITS } from '../base/limits.ts'
import { createRuns, type Identity } from './runs.ts'

const identity = (more: Partial<Identity> = {}): Identity => ({
  kind: 'stateless',
  credential: 'agent',
  profile: 'p',
  client: 'c',
  ...more,
})

function open() {
  const store = testStore()
  const ended: string[] = []
  const runs = createRuns({ ...store, newId, limits: LIMITS, workdirFor: () => '/w', onEnd: (id) => ended.push(id) })
  return Object.assign(runs, {
    store,
    ended,
    [Symbol.dispose]: () => {
      runs.close()
      store[Symbol.dispose]()
    },
  })
}

test('a stateless client is recognised again until it was idle for half an hour', () => {
  using runs = open()
  const first = runs.open(identity())
  runs.store.clock.advance(LIMITS.runIdleMs)
  expect(runs.open(identity()).runId).toBe(first.runId)
  runs.store.clock.advance(LIMITS.runIdleMs + 1)
  expect(runs.open(identity()).runId).not.toBe(first.runId)
  expect(runs.ended).toEqual([first.runId])
})

test.each([
  ['client', { client: 'other' }],
  ['profile', { profile: 'other' }],
  ['credential', { credential: 'other' }],
  ['workspace', { workdir: '/other' }],
  ['conversation', { conversation: 'other' }],
])('another %s is another run', (_what, more) => {
  using runs = open()
  expect(runs.open(identity(more)).runId).not.toBe(runs.open(identity()).runId)
})

test('every connection is a run of its own, and its end is told once', () => {
  using runs = open()
  const one = runs.open(identity({ kind: 'stdio' }))
  const two = runs.open(identity({ kind: 'stdio' }))
  expect(one.runId).not.toBe(two.runId)
  runs.end(one.runId)
  runs.end(one.runId)
  expect(runs.ended).toEqual([one.runId])
  expect(runs.count()).toBe(1)
})

test('only a credential of a person makes a person', () => {
  using runs = open()
  expect(runs.open(identity({ kind: 'person' })).isPerson).toBe(true)
  for (const kind of ['stdio', 'session', 'stateless'] as const)
    expect(runs.open(identity({ kind })).isPerson).toBe(false)
})

test('a credential brings its ceiling, and opens no profile but its own', () => {
  const store = testStore()
  using _store = store
  const rightsOf = () => ({ profile: 'p', level: 'read_only' as const })
  const runs = createRuns({ ...store, newId, limits: LIMITS, workdirFor: () => '/w', rightsOf, onEnd: () => {} })
  expect(runs.open(identity()).level).toBe('read_only')
  expect(() => runs.open(identity({ profile: 'other' }))).toThrow('for the profile p only')
  runs.close()
})

test('the runs of a credential end together, and no others', () => {
  using runs = open()
  const mine = [runs.open(identity()), runs.open(identity({ kind: 'stdio' }))].map(({ runId }) => runId)
  const other = runs.open(identity({ credential: 'other', conversation: 'chat-1' })).runId
  runs.endCredential('agent')
  expect(runs.ended).toEqual(mine)
  expect(runs.list(9).find(({ id }) => id === other)).toMatchObject({ credential: 'other', endedAt: null })
  runs.end(other)
  expect([runs.credentialOf(other), runs.conversationOf(other)]).toEqual(['other', 'chat-1'])
})
