import { expect, test } from 'vitest'
import { manualClock } from '../../../test/support/store.ts'
import { LIMITS } from '../../base/limits.ts'
import { createRounds, type Rounds } from './rounds.ts'
import { createSeal } from './seal.ts'

const KEY = { principal: 'one', name: 'fs_write', args: { path: 'a', content: 'b' } }
const MEMORY = { approvalId: 'apr_1', form: undefined }

function create() {
  const clock = manualClock()
  return { clock, rounds: createRounds({ limits: { ...LIMITS, inputRounds: 2 }, clock }) }
}

function taken(rounds: Rounds, state: string) {
  const resumed = rounds.resume(state, KEY)
  if (!resumed.ok) throw new Error(resumed.error.message)
  return resumed.round
}

function reasonOf(rounds: Rounds, state: string, key = KEY) {
  const resumed = rounds.resume(state, key)
  return resumed.ok ? 'accepted' : (resumed.error.data as { reason: string }).reason
}

test('a state brings back what was remembered, in any order of arguments', () => {
  const { rounds } = create()
  const state = rounds.open(KEY, MEMORY)
  const resumed = rounds.resume(state, { ...KEY, args: { content: 'b', path: 'a' } })
  expect(resumed).toMatchObject({ ok: true, round: { memory: MEMORY } })
})

test('there are as many rounds as the limit says', () => {
  const { rounds } = create()
  const second = taken(rounds, rounds.open(KEY, MEMORY)).again(MEMORY)
  const last = taken(rounds, second!)
  expect(last.again(MEMORY)).toBeNull()
  expect(reasonOf(rounds, second!)).toBe('request_state_over')
})

test.each([
  ['nothing', () => ''],
  ['words', () => 'approved'],
  ['another seal', () => createSeal().close('1 1', 'x')],
  ['a changed first byte', (state: string) => `${state.startsWith('A') ? 'B' : 'A'}${state.slice(1)}`],
  ['a changed last byte', (state: string) => `${state.slice(0, -1)}${state.endsWith('A') ? 'B' : 'A'}`],
  ['padding', (state: string) => `${state}=`],
  ['a beginning', (state: string) => state.slice(0, 20)],
])('%s is not a state', (_what, forge) => {
  const { rounds } = create()
  const state = rounds.open(KEY, MEMORY)
  expect(reasonOf(rounds, forge(state))).toBe('request_state_unknown')
  expect(reasonOf(rounds, state)).toBe('accepted')
})

test.each([
  ['client', { ...KEY, principal: 'two' }],
  ['tool', { ...KEY, name: 'fs_read' }],
  ['arguments', { ...KEY, args: { path: 'a', content: 'c' } }],
])('a state is of no use for another %s', (_what, key) => {
  const { rounds } = create()
  expect(reasonOf(rounds, rounds.open(KEY, MEMORY), key)).toBe('request_state_unknown')
})

test('a state is used once: not while it is in use, not after its round, not after the end', () => {
  const { rounds } = create()
  const first = rounds.open(KEY, MEMORY)
  const round = taken(rounds, first)
  expect(reasonOf(rounds, first)).toBe('request_state_used')
  const second = round.again(MEMORY)!
  expect(reasonOf(rounds, first)).toBe('request_state_used')
  taken(rounds, second).end()
  expect(reasonOf(rounds, second)).toBe('request_state_over')
  expect(reasonOf(rounds, first)).toBe('request_state_over')
})

test('a client that went away may come back with the state it had', () => {
  const { rounds } = create()
  const state = rounds.open(KEY, MEMORY)
  taken(rounds, state).release()
  expect(reasonOf(rounds, state)).toBe('accepted')
})

test('a state expires with its approval, and those of an earlier process are unknown', () => {
  const { rounds, clock } = create()
  const state = rounds.open(KEY, MEMORY)
  expect(reasonOf(create().rounds, state)).toBe('request_state_unknown')
  clock.advance(LIMITS.approvalExpiryMs)
  expect(reasonOf(rounds, state)).toBe('request_state_expired')
  rounds.open(KEY, MEMORY)
  expect(reasonOf(rounds, state)).toBe('request_state_expired')
})
