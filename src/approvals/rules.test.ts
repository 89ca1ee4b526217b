import { expect, test } from 'vitest'
import { testStore } from '../../test/support/store.ts'
import { newId } from '../base/ids.ts'
import { createRules, type NewRule } from './rules.ts'

const rule = (more: Partial<NewRule>): NewRule => ({
  effect: 'allow',
  operation: 'files.write',
  path: null,
  profile: null,
  source: 'test',
  message: null,
  ...more,
})

function open() {
  const store = testStore()
  const parts = { ...store, newId }
  return Object.assign(createRules(parts), { store, [Symbol.dispose]: () => store[Symbol.dispose]() })
}

const MATCHES: readonly [
  sentence: string,
  rule: Partial<NewRule>,
  operation: string,
  path: string | null,
  matches: boolean,
][] = [
  ['a rule without a path matches any resource', {}, 'files.write', '/a/b', true],
  ['a rule without a path matches a call that touches nothing', {}, 'files.write', null, true],
  ['a path matches exactly', { path: '/a/b' }, 'files.write', '/a/b', true],
  ['a path does not match what is below', { path: '/a/b' }, 'files.write', '/a/b/c', false],
  ['a path does not match a longer name', { path: '/a/b' }, 'files.write', '/a/bc', false],
  ['a subtree matches what is below', { path: '/a/**' }, 'files.write', '/a/b/c', true],
  ['a subtree matches the directory itself', { path: '/a/**' }, 'files.write', '/a', true],
  ['a subtree does not match a neighbour with the same beginning', { path: '/a/**' }, 'files.write', '/ab/c', false],
  ['the whole tree matches everything', { path: '/**' }, 'files.write', '/x/y', true],
  ['a rule with a path does not match a call that touches nothing', { path: '/a' }, 'files.write', null, false],
  ['another operation does not match', {}, 'files.read', '/a', false],
  ['a toolset pattern matches its operations', { operation: 'files.*' }, 'files.read', '/a', true],
  ['a toolset pattern does not match another toolset', { operation: 'files.*' }, 'files2.read', '/a', false],
  ['a star matches every operation', { operation: '*' }, 'think', null, true],
  ['a rule of another profile does not match', { profile: 'other' }, 'files.write', '/a', false],
  ['a rule of this profile matches', { profile: 'p' }, 'files.write', '/a', true],
]

test.each(MATCHES)('%s', (_sentence, given, operation, path, matches) => {
  using rules = open()
  rules.make(rule(given))
  expect(rules.match(operation, path, 'p').allow !== undefined).toBe(matches)
})

test.each(['relative', '/a/../b', '/a/*/b', '/a//b', '**'])('%j is no path for a rule', (path) => {
  using rules = open()
  expect(() => rules.make(rule({ path }))).toThrow('not a path that a rule can match')
})

test('the newest rule of each effect is found, an expired one is not', () => {
  using rules = open()
  rules.make(rule({ effect: 'ask', message: 'old' }))
  rules.store.clock.advance(1)
  rules.make(rule({ effect: 'ask', message: 'new' }))
  rules.make(rule({ effect: 'deny', expiresAt: rules.store.clock.now() + 10 }))
  expect(rules.match('files.write', '/a', 'p')).toMatchObject({ ask: { message: 'new' }, deny: {} })
  rules.store.clock.advance(10)
  expect(rules.match('files.write', '/a', 'p').deny).toBeUndefined()
})

test('rules survive a restart, and revoked ones do not come back', () => {
  using rules = open()
  const kept = rules.make(rule({ path: '/a' }))
  const gone = rules.make(rule({ path: '/b' }))
  rules.revoke(gone.id, 'me')
  const { database, events } = rules.store.reopen()
  const again = createRules({ database, events, clock: rules.store.clock, newId })
  expect(again.list()).toEqual([kept])
  expect(() => again.revoke(gone.id, 'me')).toThrow('There is no rule')
})
