import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createLineInput } from './line-input.ts'

function terminal() {
  const readable = new PassThrough()
  let screen = ''
  let ends = 0
  const input = createLineInput({
    readable,
    write: (text) => {
      screen += text
    },
    onEnd: () => {
      ends += 1
    },
  })
  return { input, type: (text: string) => readable.write(text), screen: () => screen, ends: () => ends }
}
const never = new AbortController().signal

test.each([
  ['letters', 'yes\r', 'yes', '? yes\n'],
  ['a mistake', 'yex\u007fs\r', 'yes', '? yex\b \bs\n'],
  ['a wide character taken back', 'é漢\u007f\r', 'é', '? é漢\b \b\b \b\n'],
  ['a line taken back', 'abc\u0015no\r', 'no', '? abc\b \b\b \b\b \bno\n'],
  ['arrows and other keys', '\u001b[A\u001bOBa\u001b[3~b\t\r', 'ab', '? ab\n'],
])('a line is read from %s', async (_what, keys, line, screen) => {
  const { input, type, screen: shown } = terminal()
  const asked = input.ask('? ', never)
  type(keys)
  expect(await asked).toBe(line)
  expect(shown()).toBe(screen)
  input.close()
})

test('the rest of a paste answers nothing', async () => {
  const { input, type } = terminal()
  const first = input.ask('1? ', never)
  type('a\rb\rc')
  expect(await first).toBe('a')
  const stop = new AbortController()
  const second = input.ask('2? ', stop.signal)
  stop.abort()
  expect(await second).toBeUndefined()
  expect(await input.quiet(0, never)).toBe('b\nc')
  input.close()
})

test('what was begun goes aside when the question is taken back', async () => {
  const { input, type } = terminal()
  const stop = new AbortController()
  const asked = input.ask('? ', stop.signal)
  type('half')
  await new Promise(setImmediate)
  stop.abort()
  expect(await asked).toBeUndefined()
  expect(await input.quiet(0, never)).toBe('half')
  input.close()
})

test('silence begins anew with every key', async () => {
  const { input, type } = terminal()
  const quiet = input.quiet(100, never)
  let left = 5
  // However late a timer comes, the key that was due before it is read first.
  const typing = setInterval(() => {
    type('x')
    left -= 1
    if (left === 0) clearInterval(typing)
  }, 40)
  expect(await quiet).toBe('xxxxx')
  input.close()
})

test('Ctrl-C ends at any time, Ctrl-D on an empty line only', () => {
  const { input, type, ends } = terminal()
  type('\u0003')
  expect(ends()).toBe(1)
  void input.ask('? ', never)
  type('a\u0004')
  expect(ends()).toBe(1)
  type('\u007f\u0004')
  expect(ends()).toBe(2)
  input.close()
})
