import { expect, it } from 'vitest'
import { parseDuration } from './duration.ts'

it.each([
  ['30s', 30_000],
  ['5m', 300_000],
  ['1h', 3_600_000],
])('%s is a duration', (text, ms) => {
  expect(parseDuration(text)).toBe(ms)
})

it.each(['', '5', 'm', '5 m', '5M', '-5m', '1.5h', '0s', '5m30s', '1d', '9999999s'])('"%s" is none', (text) => {
  expect(() => parseDuration(text)).toThrow(/is not a duration/)
})
