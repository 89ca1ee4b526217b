import { expect, test } from 'vitest'
import { clientCommand, ownCommand } from './own-command.ts'

test.each([
  ['a clone, from inside it', '/src/uh/bin/upperhand.mjs', '/src/uh', 'node bin/upperhand.mjs'],
  ['a clone, from elsewhere', '/src/uh/bin/upperhand.mjs', '/home/me', 'node /src/uh/bin/upperhand.mjs'],
  ['a clone with a space', '/my src/bin/upperhand.mjs', '/', 'node "my src/bin/upperhand.mjs"'],
  ['a link on the PATH', '/usr/local/bin/upperhand', '/home/me', 'upperhand'],
  ['a package', '/usr/lib/node_modules/upperhand/bin/upperhand.mjs', '/home/me', 'upperhand'],
])('%s is run by its own command', (_what, program, directory, expected) => {
  expect(ownCommand({ program, directory })).toBe(expected)
})

test('a client is given the full path', () => {
  expect(clientCommand({ program: '/src/uh/bin/upperhand.mjs' })).toBe('node /src/uh/bin/upperhand.mjs stdio')
  expect(clientCommand({ program: '/usr/local/bin/upperhand' })).toBe('/usr/local/bin/upperhand stdio')
})
