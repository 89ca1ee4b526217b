import { hash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { testStore } from '../../test/support/store.ts'
import { createGuesses } from './guesses.ts'
import { createPersonSessions } from './person-sessions.ts'

const MINUTE = 60_000

function fakeClock() {
  let now = 0
  return { now: () => now, monotonic: () => now, advance: (ms: number) => (now += ms) }
}

function open(clock = fakeClock()) {
  const store = testStore()
  const create = () => createPersonSessions({ clock, database: store.database })
  return { store, clock, create, sessions: create(), [Symbol.dispose]: () => store[Symbol.dispose]() }
}

const sha256 = (text = '') => hash('sha256', text)

describe('person sessions', () => {
  test('a login code makes one session, once', () => {
    using t = open()
    const code = t.sessions.newLoginCode()
    const session = t.sessions.exchange(code)
    expect(t.sessions.exchange(code)).toBeUndefined()
    expect(t.sessions.find(session?.cookie ?? '')).toMatchObject({
      principal: { kind: 'person', credential: 'console' },
      headerHash: sha256(session?.headerToken),
    })
  })

  test('a code has 128 bits and lives ten minutes', () => {
    using t = open()
    const code = t.sessions.newLoginCode()
    expect(Buffer.from(code, 'base64url')).toHaveLength(16)
    t.clock.advance(10 * MINUTE + 1)
    expect(t.sessions.exchange(code)).toBeUndefined()
  })

  test('a session ends after twelve idle hours, and after seven days in any case', () => {
    using t = open()
    const login = () => t.sessions.exchange(t.sessions.newLoginCode())?.cookie ?? ''
    const idle = login()
    t.clock.advance(12 * 60 * MINUTE + 1)
    expect(t.sessions.find(idle)).toBeUndefined()
    const busy = login()
    for (let hour = 0; hour < 7 * 24; hour += 8) {
      expect(t.sessions.find(busy)).toBeDefined()
      t.clock.advance(8 * 60 * MINUTE)
    }
    t.clock.advance(1)
    expect(t.sessions.find(busy)).toBeUndefined()
  })

  test('a session lasts over a restart, a login code does not, and the database has neither secret', () => {
    using t = open()
    const code = t.sessions.newLoginCode()
    const session = t.sessions.exchange(t.sessions.newLoginCode())
    const stored = JSON.stringify(t.store.database.prepare('select * from person_session').all())
    for (const secret of [session?.cookie, session?.headerToken]) expect(stored).not.toContain(secret)
    const again = t.create()
    expect(again.find(session?.cookie ?? '')).toMatchObject({ headerHash: sha256(session?.headerToken) })
    expect(again.exchange(code)).toBeUndefined()
  })

  test('a restart does not make a session live longer, and neither does a clock that is set back', () => {
    using t = open()
    const cookie = t.sessions.exchange(t.sessions.newLoginCode())?.cookie ?? ''
    t.clock.advance(12 * 60 * MINUTE + 1)
    expect(t.create().find(cookie)).toBeUndefined()
    const other = t.sessions.exchange(t.sessions.newLoginCode())?.cookie ?? ''
    t.clock.advance(-5 * MINUTE)
    expect(t.create().find(other)).toBeUndefined()
  })

  test('signing out ends all of them, for good', () => {
    using t = open()
    const cookies = [1, 2].map(() => t.sessions.exchange(t.sessions.newLoginCode())?.cookie ?? '')
    expect(t.sessions.endAll()).toBe(2)
    for (const sessions of [t.sessions, t.create()])
      expect(cookies.map((cookie) => sessions.find(cookie))).toEqual([undefined, undefined])
  })

  test('unused codes do not pile up: the oldest goes', () => {
    using t = open()
    const codes = Array.from({ length: 33 }, () => t.sessions.newLoginCode())
    expect(t.sessions.exchange(codes[0] ?? '')).toBeUndefined()
    expect(t.sessions.exchange(codes[1] ?? '')).toBeDefined()
  })
})

describe('guesses', () => {
  test('are counted per address and minute', () => {
    const clock = fakeClock()
    const guesses = createGuesses(clock, { authFailuresPerMinute: 2 })
    expect([1, 2, 3].map(() => guesses.failed('a'))).toEqual([false, false, true])
    expect(guesses.failed('b')).toBe(false)
    clock.advance(MINUTE)
    expect(guesses.failed('a')).toBe(false)
  })
})
