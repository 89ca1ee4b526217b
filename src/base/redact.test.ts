import { expect, test } from 'vitest'
import { createRedact } from './redact.ts'

const CASES: readonly [sentence: string, given: string, expected: string][] = [
  ['a provider key', 'key sk-abcdefghijklmnopqrstuvwx end', 'key [redacted] end'],
  [
    'a word that only looks like one',
    'task-manager and risk-assessment-of-everything',
    'task-manager and risk-assessment-of-everything',
  ],
  ['a forge token', `x ghp_${'a'.repeat(36)} y`, 'x [redacted] y'],
  ['a cloud key id', 'AKIAIOSFODNN7EXAMPLE', '[redacted]'],
  [
    'a bearer header keeps its scheme',
    'Authorization: Bearer abcdefghijklmnopqrst',
    'Authorization: Bearer [redacted]',
  ],
  ['a password in a URL keeps the host', 'postgres://me:hunter22@db.local/x', 'postgres://me:[redacted]@db.local/x'],
  ['an assignment keeps its name and the rest of the line', 'API_KEY=abcd1234 PORT=80', 'API_KEY=[redacted] PORT=80'],
  [
    'a private key block',
    '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----\nrest',
    '[redacted]\nrest',
  ],
  ['a web token', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.SflKxwRJSMeKKF2QT4', '[redacted]'],
  ['ordinary text', 'the secret of good code is naming', 'the secret of good code is naming'],
]

test.each(CASES)('%s', (_sentence, given, expected) => {
  expect(createRedact().text(given)).toBe(expected)
})

test('a registered secret is masked wherever it stands, also in keys and nested values', () => {
  const redact = createRedact()
  redact.know('correct-horse-battery')
  expect(redact.value({ 'correct-horse-battery': [{ a: 'x correct-horse-battery y' }], n: 3, none: null })).toEqual({
    '[redacted]': [{ a: 'x [redacted] y' }],
    n: 3,
    none: null,
  })
})

test('a field named like a secret loses its value and keeps its place', () => {
  expect(createRedact().value({ password: 'x', db_password: 'y', passwords: 'kept', token: 't' })).toEqual({
    password: '[redacted]',
    db_password: '[redacted]',
    passwords: 'kept',
    token: '[redacted]',
  })
})

test('results lose registered secrets only: source code comes back as it is', () => {
  const redact = createRedact()
  redact.know('correct-horse-battery')
  const code = 'const password = "hunter2222" // correct-horse-battery'
  expect(redact.known(code)).toBe('const password = "hunter2222" // [redacted]')
})

test('texts built to make a pattern explode come back', () => {
  const redact = createRedact()
  for (const part of ['a://', 'password ', 'x-', 'Bearer ', 'eyJ', '-----BEGIN ', 'k_', 'api_key=', '"']) {
    expect(redact.text(part.repeat(20_000))).toBeTypeOf('string')
  }
})
