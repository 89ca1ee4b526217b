import { describe, expect, test } from 'vitest'
import { createGuesses } from './guesses.ts'
import { createPersonSessions } from './person-sessions.ts'

const MINUTE = 60_000

function fakeClock() {
  let now = 0
  return { now: () => now, monotonic: () => now, advance: (ms: number) => (now += ms) }
}

describe('person sessions', () => {
  test('a login code makes one session, once', () => {
    const sessions = createPersonSessions(fakeClock())
    const code = sessions.newLoginCode()
    const session = sessions.exchange(code)
    expect(sessions.exchange(code)).toBeUndefined()
    expect(sessions.find(session?.cookie ?? '')).toMatchObject({
      principal: { kind: 'person', credential: 'console' },
      headerToken: session?.headerToken,
    })
  })

  test('a code has 128 bits and lives ten minutes', () => {
    const clock = fakeClock()
    const sessions = createPersonSessions(clock)
    const code = sessions.newLoginCode()
    expect(Buffer.from(code, 'base64url')).toHaveLength(16)
    clock.advance(10 * MINUTE + 1)
    expect(sessions.exchange(code)).toBeUndefined()
  })

  test('a session ends after twelve idle hours, and after seven days in any case', () => {
    const clock = fakeClock()
    const sessions = createPersonSessions(clock)
    const login = () => sessions.exchange(sessions.newLoginCode())?.cookie ?? ''
    const idle = login()
    clock.advance(12 * 60 * MINUTE + 1)
    expect(sessions.find(idle)).toBeUndefined()
    const busy = login()
    for (let hour = 0; hour < 7 * 24; hour += 8) {
      expect(sessions.find(busy)).toBeDefined()
      clock.advance(8 * 60 * MINUTE)
    }
    clock.advance(1)
    expect(sessions.find(busy)).toBeUndefined()
  })

  test('unused codes do not pile up: the oldest goes', () => {
    const sessions = createPersonSessions(fakeClock())
    const codes = Array.from({ length: 33 }, () => sessions.newLoginCode())
    expect(sessions.exchange(codes[0] ?? '')).toBeUndefined()
    expect(sessions.exchange(codes[1] ?? '')).toBeDefined()
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
