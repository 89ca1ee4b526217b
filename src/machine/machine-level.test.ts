import { expect, test } from 'vitest'
import { testStore } from '../../test/support/store.ts'
import { setLevelSchema } from '../contract/machine-level.ts'
import { createMachine } from './machine.ts'

const HOUR_MS = 3_600_000

function open() {
  const store = testStore()
  const machine = createMachine({ ...store, level: () => null })
  return Object.assign(machine, {
    store,
    again: () => {
      machine.close()
      return createMachine({ ...store.reopen(), clock: store.clock, level: () => null })
    },
    [Symbol.dispose]: () => {
      machine.close()
      store[Symbol.dispose]()
    },
  })
}

test('without a word of a person the profiles decide', () => {
  using machine = open()
  expect(machine.state().level).toBeNull()
})

test('a level stands until it is changed, over restarts too', () => {
  using machine = open()
  machine.setLevel({ level: 'read_only' }, 'cli')
  expect(machine.state().level).toBe('read_only')
  const later = machine.again()
  expect(later.state().level).toBe('read_only')
  later.setLevel({ level: null }, 'cli')
  expect(later.state().level).toBeNull()
  later.close()
})

test('one for a while gives way to the one that stands, by either clock', () => {
  using machine = open()
  const { clock } = machine.store
  machine.setLevel({ level: 'read_only' }, 'cli')
  machine.setLevel({ level: 'full_access', forMs: HOUR_MS }, 'cli')
  expect(machine.level()).toEqual({
    level: 'full_access',
    machine: 'full_access',
    until: clock.now() + HOUR_MS,
    standing: 'read_only',
    settings: null,
  })
  clock.advance(HOUR_MS / 2)
  clock.setBack(HOUR_MS / 4)
  expect(machine.state().level).toBe('full_access')
  clock.advance(HOUR_MS / 2)
  expect(machine.state().level).toBe('read_only')
})

test('a clock that was set back over a restart brings nothing back', () => {
  using machine = open()
  machine.setLevel({ level: 'full_access', forMs: HOUR_MS }, 'cli')
  machine.store.clock.setBack(1)
  const later = machine.again()
  expect(later.level()).toMatchObject({ machine: null, until: null })
  later.close()
})

test('its end is told when it comes', async () => {
  using store = testStore()
  const clock = { now: () => Date.now(), monotonic: () => performance.now() }
  const machine = createMachine({ ...store, clock, level: () => null })
  const { promise, resolve } = Promise.withResolvers<unknown>()
  store.events.subscribe(({ type, body }) => {
    if (type === 'host.level' && body['by'] === 'clock') resolve(body)
  })
  machine.setLevel({ level: 'full_access', forMs: 20 }, 'cli')
  expect(await promise).toEqual({ by: 'clock', level: null, until: null })
  machine.close()
})

test('the stricter of the machine and the settings holds', () => {
  using store = testStore()
  const machine = createMachine({ ...store, level: () => 'execute_with_confirm' })
  machine.setLevel({ level: 'full_access', forMs: HOUR_MS }, 'cli')
  expect(machine.state().level).toBe('execute_with_confirm')
  machine.setLevel({ level: 'read_only' }, 'cli')
  expect(machine.state().level).toBe('read_only')
  machine.close()
})

test('what was stored and cannot be understood is read-only', () => {
  using machine = open()
  machine.setLevel({ level: 'full_access', forMs: HOUR_MS }, 'cli')
  machine.store.database.prepare("update state set value = '{' where key = 'level'").run()
  const later = machine.again()
  expect(later.state().level).toBe('read_only')
  later.close()
})

test.each([
  ['full access without a time', { level: 'full_access' }],
  ['full access for more than a day', { level: 'full_access', forMs: 25 * HOUR_MS }],
  ['no level for a while', { level: null, forMs: HOUR_MS }],
  ['a word that is no level', { level: 'yes' }],
])('%s is refused', (_what, value) => {
  expect(setLevelSchema.safeParse(value).success).toBe(false)
})
