import { expect, test } from 'vitest'
import { createRedact } from '../base/redact.ts'
import { remember } from './remember.ts'

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(remember(value, createRedact())))

test('short values are kept as they are', () => {
  const value = { path: 'a.txt', n: 3, list: [1, 'two', null], deep: { yes: true } }
  expect(remember(value, createRedact())).toEqual(value)
})

test('a long text is kept as its beginning, length and hash', () => {
  const kept = String(remember('x'.repeat(100_000), createRedact()))
  expect(kept).toMatch(/^x{2000}… \[100000 characters in all, sha256 [0-9a-f]{64}\]$/)
})

test.each([
  ['a hundred thousand keys', () => Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [`key${n}`, n]))],
  ['a list of a million items', () => Array.from({ length: 1_000_000 }, (_, n) => n)],
  ['keys of a megabyte', () => ({ ['k'.repeat(1_000_000)]: 1 })],
  ['many long texts', () => Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => 'y'.repeat(10_000)))],
])('%s take a bounded place', (_words, make) => {
  expect(bytes(make())).toBeLessThan(200_000)
})

test('a secret that straddles the cut is not kept in part', () => {
  const text = `${'x'.repeat(1_990)} sk-abcdefghijklmnopqrstuvwxyz ${'y'.repeat(1_000)}`
  expect(JSON.stringify(remember(text, createRedact()))).not.toContain('sk-abc')
})
