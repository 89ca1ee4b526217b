import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { testStore } from '../../test/support/store.ts'
import type { HostError } from '../base/host-error.ts'
import { newId } from '../base/ids.ts'
import { LIMITS } from '../base/limits.ts'
import { createResults } from './results.ts'

const owner = { runId: 'run_1', principal: 'me' }

function open(limits = {}) {
  const store = testStore()
  const results = createResults({
    directory: join(store.directory, 'results'),
    database: store.database,
    clock: store.clock,
    limits: { ...LIMITS, ...limits },
  })
  return Object.assign(results, { store, [Symbol.dispose]: () => store[Symbol.dispose]() })
}

test('chunks continue where the last one ended and repeat nothing', () => {
  using results = open()
  const text = Array.from({ length: 5_000 }, (_, n) => `line ${n} 😀\n`).join('')
  const id = newId('call')
  results.keep(id, owner, text)
  let read = ''
  for (let offset: number | null = 0; offset !== null; ) {
    const chunk = results.read(id, 'me', offset, 1_001)
    expect(chunk.text.isWellFormed()).toBe(true)
    read += chunk.text
    offset = chunk.nextOffset
  }
  expect(read).toBe(text)
})

test.each(['../../etc/passwd', 'call_../x', '', 'call_', `call_${'0'.repeat(32)}/..`])(
  '%j is no id and never becomes a path',
  (id) => {
    using results = open()
    expect(() => results.read(id, null, 0, 10)).toThrow('There is no kept result')
  },
)

test('only the principal whose call it was reads it', () => {
  using results = open()
  const id = newId('call')
  results.keep(id, owner, 'text')
  expect(() => results.read(id, 'someone else', 0, 10)).toThrow('There is no kept result')
  expect(results.read(id, null, 0, 10).text).toBe('text')
})

test('an offset beyond the end is an error that says where the end is', () => {
  using results = open()
  const id = newId('call')
  results.keep(id, owner, 'text')
  expect(() => results.read(id, 'me', 5, 10)).toThrow('beyond the end (4 characters)')
  expect(results.read(id, 'me', 4, 10)).toMatchObject({ text: '', nextOffset: null })
})

test('kept results go when they are old, or when there are too many', () => {
  using results = open({ keptResultsTotalBytes: 10 })
  const [old, older] = [newId('call'), newId('call')]
  results.keep(older, owner, '12345678')
  results.store.clock.advance(1)
  results.keep(old, owner, '12345678')
  results.sweep()
  expect(() => results.read(older, 'me', 0, 10)).toThrow('no kept result')
  expect(results.read(old, 'me', 0, 10).text).toBe('12345678')
  results.store.clock.advance(LIMITS.keptResultsAgeMs + 1)
  results.sweep()
  expect(() => results.read(old, 'me', 0, 10)).toThrow('no kept result')
})

describe('an id that is nearly right', () => {
  const id = 'call_0123456789abcdef0123456789abcdef'
  test.each([
    ['cut off', 'call_0123456789'],
    ['without its prefix', '0123456789abcdef0123456789abcdef'],
    ['with a letter wrong', 'call_0123456789abcdef0123456789abcdee'],
    ['in capitals', 'CALL_0123456789ABCDEF0123456789ABCDEF'],
  ])('%s is suggested to whose it is, and to nobody else', (_sentence, given) => {
    using results = open()
    results.keep(id, owner, 'text')
    const hint = (principal: string) => {
      try {
        results.read(given, principal, 0, 10)
      } catch (cause) {
        return (cause as HostError).hint ?? ''
      }
      return 'read'
    }
    expect(hint('me')).toContain(`Did you mean ${id}?`)
    expect(hint('somebody else')).not.toContain(id)
  })

  test.each(['call_', '', '../../etc/passwd', 'x'.repeat(10_000)])('%j suggests nothing and opens nothing', (given) => {
    using results = open()
    results.keep(id, owner, 'text')
    expect(() => results.read(given, 'me', 0, 10)).toThrow('There is no kept result')
  })
})
