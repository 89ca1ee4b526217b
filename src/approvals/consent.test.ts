import { expect, test } from 'vitest'
import { consentOf } from './consent.ts'

test.each(['yes', ' OK ', 'Proceed', 'approve\n', 'CONFIRM'])('%j approves', (message) => {
  expect(consentOf(message)).toBe('approve')
})

test.each(['no', 'Cancel', ' stop', 'DENY'])('%j denies', (message) => {
  expect(consentOf(message)).toBe('deny')
})

test.each([
  'no way',
  'not okay',
  'not ok',
  'maybe later',
  'ask me tomorrow - skip',
  'yes, but later',
  "no, don't proceed yes",
  'token',
  'y',
  'k',
  'sure',
  'okay',
  'yes!',
  'yes yes',
  'ok.',
  '',
])('%j is text, not consent', (message) => {
  expect(consentOf(message)).toBeUndefined()
})
