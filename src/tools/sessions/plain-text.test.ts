import { describe, expect, it } from 'vitest'
import { plainText } from './plain-text.ts'
import { signalName } from './signal-name.ts'

const ROWS = [
  ['plain text stays', 'a\nb\n', 'a\nb\n'],
  ['CR LF of a terminal is an end of line', 'a\r\nb\r\n', 'a\nb\n'],
  ['colours go', '\u001b[1;31mred\u001b[0m', 'red'],
  ['colours with colons go', '\u001b[38:2::1:2:3mx\u001b[m', 'x'],
  ['a title goes', '\u001b]0;title\u0007x', 'x'],
  ['a link keeps its text', '\u001b]8;;http://a\u001b\\text\u001b]8;;\u001b\\', 'text'],
  ['writing the clipboard goes', 'a\u001b]52;c;aGk=\u0007b', 'ab'],
  ['a sequence that is cut off goes', 'x\u001b[3', 'x'],
  ['a string that is cut off goes', 'x\u001b]0;tit', 'x'],
  ['a progress line shows its last state', '10%\r50%\r100%\n', '100%\n'],
  ['a shorter text over a longer one leaves the rest', 'abcdef\rxy\n', 'xycdef\n'],
  ['backspaces write over', 'abc\b\bX\n', 'aXc\n'],
  ['a bell is silent', 'a\u0007b', 'ab'],
  ['wide characters stay whole', '日本\r\n🙂\r\n', '日本\n🙂\n'],
  ['a device control string goes', 'a\u001bP1$r0m\u001b\\b', 'ab'],
  ['charset switches go', '\u001b(Bx', 'x'],
] as const

describe('plain text of a terminal', () => {
  it.each(ROWS)('%s', (_says, raw, plain) => {
    expect(plainText(raw)).toBe(plain)
  })
})

describe('signals', () => {
  it.each(['TERM', 'SIGTERM', 'sigterm', '15', 15])('%s is SIGTERM', (given) => {
    expect(signalName(given)).toBe('SIGTERM')
  })

  it.each(['', 'NOPE', '0', '999', 'toString', '-9'])('%s is none', (given) => {
    expect(() => signalName(given)).toThrow(/There is no signal/)
  })
})
