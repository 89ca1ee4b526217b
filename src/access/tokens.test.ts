import { describe, expect, test } from 'vitest'
import { quietLog, testStore } from '../../test/support/store.ts'
import { newId } from '../base/ids.ts'
import { createRedact } from '../base/redact.ts'
import type { NewToken } from '../contract/tokens.ts'
import { createTokens } from './tokens.ts'

const HOUR_MS = 3_600_000
const token = (more: Partial<NewToken> = {}): NewToken => ({
  label: 'open-webui',
  profile: 'read-only',
  level: 'read_only',
  ...more,
})

function open() {
  const store = testStore()
  const redact = createRedact()
  const ended: string[] = []
  const start = (parts: Pick<typeof store, 'database' | 'events'> = store) =>
    createTokens({ ...parts, clock: store.clock, newId, redact, log: quietLog, onEnd: (id) => ended.push(id) })
  const tokens = start()
  return Object.assign(tokens, {
    store,
    redact,
    ended,
    /** As after a restart: nothing but the database is left. */
    again: () => {
      tokens.close()
      return start(store.reopen())
    },
    [Symbol.dispose]: () => {
      tokens.close()
      store[Symbol.dispose]()
    },
  })
}

describe('a token', () => {
  test('opens the door for its credential, and is kept only as a hash', () => {
    using tokens = open()
    const { token: made, secret } = tokens.add(token(), 'cli')
    expect(secret).toMatch(/^uht_[A-Za-z0-9_-]{43}$/)
    expect(tokens.verify(secret)).toEqual({
      kind: 'agent',
      credential: made.id,
      profile: 'read-only',
      label: 'open-webui',
    })
    expect(tokens.rightsOf(made.id)).toEqual({ profile: 'read-only', level: 'read_only' })
    const stored = JSON.stringify([
      tokens.store.database.prepare('select * from token').all(),
      tokens.store.events.since(0, 100),
    ])
    expect(stored).not.toContain(secret.slice(4))
    expect(JSON.stringify(tokens.list())).not.toContain(secret.slice(4))
  })

  test('survives a restart with its time of last use', () => {
    using tokens = open()
    const { token: made, secret } = tokens.add(token(), 'cli')
    tokens.store.clock.advance(HOUR_MS)
    tokens.verify(secret)
    const later = tokens.again()
    expect(later.verify(secret)).toMatchObject({ credential: made.id })
    expect(later.list()).toEqual([{ ...made, lastUsedAt: tokens.store.clock.now() }])
    later.close()
  })

  test.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['the right shape', `uht_${'x'.repeat(43)}`],
  ])('%s is nobody', (_what, bearer) => {
    using tokens = open()
    tokens.add(token(), 'cli')
    expect(tokens.verify(bearer)).toBeUndefined()
  })

  test('in a text is masked: by its shape where things are kept, exactly where results are given', () => {
    using tokens = open()
    const { secret } = tokens.add(token(), 'cli')
    expect(tokens.redact.text(`token is ${secret}!`)).toBe('token is [redacted]!')
    tokens.verify(secret)
    expect(tokens.redact.known({ line: `x ${secret}` })).toEqual({ line: 'x [redacted]' })
    expect(tokens.isSecret(secret)).toBe(true)
  })

  test('has a label of its own as long as it counts', () => {
    using tokens = open()
    const { token: made } = tokens.add(token(), 'cli')
    expect(() => tokens.add(token(), 'cli')).toThrow('There is a token "open-webui" already.')
    tokens.revoke(made.id, 'cli')
    expect(tokens.add(token(), 'cli').token.id).not.toBe(made.id)
  })
})

describe('its end', () => {
  test('by revocation holds at once and over restarts, and is told', () => {
    using tokens = open()
    const { token: made, secret } = tokens.add(token(), 'cli')
    tokens.revoke(made.id, 'console')
    expect(tokens.ended).toEqual([made.id])
    expect(tokens.verify(secret)).toBeUndefined()
    expect(() => tokens.rightsOf(made.id)).toThrow('revoked')
    expect(() => tokens.revoke(made.id, 'cli')).toThrow('no token')
    expect(tokens.store.events.since(0, 9).map(({ type, body }) => [type, body['by']])).toEqual([
      ['token.made', 'cli'],
      ['token.ended', 'console'],
    ])
    const later = tokens.again()
    expect(later.verify(secret)).toBeUndefined()
    expect(later.list()).toMatchObject([{ id: made.id, revokedAt: tokens.store.clock.now() }])
    later.close()
  })

  test('by rotation is that of the old secret and of what was opened with it', () => {
    using tokens = open()
    const { token: made, secret } = tokens.add(token(), 'cli')
    const rotated = tokens.rotate(made.id, 'cli')
    expect(rotated.token.id).toBe(made.id)
    expect(tokens.verify(secret)).toBeUndefined()
    expect(tokens.verify(rotated.secret)).toMatchObject({ credential: made.id, profile: 'read-only' })
    expect(tokens.ended).toEqual([made.id])
  })

  test('comes by either clock, and no clock brings it back', () => {
    using tokens = open()
    const { token: made, secret } = tokens.add(token({ forMs: HOUR_MS }), 'cli')
    const { clock } = tokens.store
    clock.setBack(HOUR_MS / 2)
    expect(tokens.verify(secret)).toBeUndefined()
    clock.setBack(-HOUR_MS / 2)
    expect(tokens.verify(secret)).toBeDefined()
    clock.advance(HOUR_MS)
    expect(tokens.verify(secret)).toBeUndefined()
    expect(() => tokens.rotate(made.id, 'cli')).toThrow('no token')
    tokens.again().close()
    clock.setBack(HOUR_MS / 2)
    const later = tokens.again()
    expect(later.verify(secret)).toBeUndefined()
    expect(later.list()).toMatchObject([{ id: made.id, expiresAt: made.expiresAt }])
    expect(later.list()[0]).not.toHaveProperty('revokedAt')
    later.close()
  })

  test('comes by itself: what is open does not wait for the next request', async () => {
    using store = testStore()
    const { promise, resolve } = Promise.withResolvers<string>()
    const clock = { now: () => Date.now(), monotonic: () => performance.now() }
    const tokens = createTokens({ ...store, clock, newId, redact: createRedact(), log: quietLog, onEnd: resolve })
    const { token: made } = tokens.add(token({ forMs: 20 }), 'cli')
    expect(await promise).toBe(made.id)
    tokens.close()
  })
})

test('other credentials are bound to nothing', () => {
  using tokens = open()
  expect(tokens.rightsOf('agent')).toEqual({ profile: null, level: null })
  expect(() => tokens.rightsOf('cred_unknown')).toThrow('revoked')
})
