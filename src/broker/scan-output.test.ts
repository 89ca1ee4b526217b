import { expect, it } from 'vitest'
import { createScanner } from './scan-output.ts'

function scan(text: string, size: number, secret: string | null = 's3cret'): { shown: string; marks: string[] } {
  const pieces: Buffer[] = []
  const marks: string[] = []
  const scanner = createScanner(secret, {
    data: (bytes) => pieces.push(Buffer.from(bytes)),
    mark: (mark) => marks.push(mark),
  })
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) scanner.feed(bytes.subarray(at, at + size))
  scanner.flush()
  return { shown: Buffer.concat(pieces).toString(), marks }
}

const ROWS: readonly (readonly [sentence: string, text: string, shown: string, marks: readonly string[]])[] = [
  ['plain text passes', 'hello\r\n', 'hello\r\n', []],
  ['colours pass', '\x1b[31mred\x1b[0m', '\x1b[31mred\x1b[0m', []],
  ['a title passes', '\x1b]0;title\x07x', '\x1b]0;title\x07x', []],
  ['our mark is taken out', 'a\x1b]133;s3cret;D;0;/tmp\x07b', 'ab', ['D;0;/tmp']],
  ['marks in a row', '\x1b]133;s3cret;D;1;/\x07\x1b]133;s3cret;B\x07$ ', '$ ', ['D;1;/', 'B']],
  ['a mark without the secret is output', 'x\x1b]133;D;0\x07y', 'x\x1b]133;D;0\x07y', []],
  ['a mark with a wrong secret is output', '\x1b]133;s3creT;D;0\x07', '\x1b]133;s3creT;D;0\x07', []],
  ['the clipboard is not written', 'a\x1b]52;c;aGVsbG8=\x07b', 'ab', []],
  ['nor with the other terminator', 'a\x1b]52;c;aGVsbG8=\x1b\\b', 'a\x1b\\b', []],
  ['nor by a tmux passthrough', '\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\x', '\x1bPtmux;\x1b\x1b\\x', []],
  ['a colour ends an open attempt', '\x1b]52;c;aGk\x1b[31mred', '\x1b[31mred', []],
  ['a lone escape at the end comes out', 'x\x1b', 'x\x1b', []],
  ['an unfinished mark comes out in the end', 'x\x1b]133;s3cret;D', 'x\x1b]133;s3cret;D', []],
  ['multi-byte characters pass', 'ä€😀\x1b]133;s3cret;B\x07ö', 'ä€😀ö', ['B']],
]

for (const size of [1, 2, 3, 5, 1_000]) {
  it.each(ROWS)(`%s, in pieces of ${size}`, (_, text, shown, marks) => {
    const found = scan(text, size)
    // The closing backslash of a string may stay: a terminal shows nothing of it.
    expect(found.shown.replaceAll('\x1b\\', '')).toBe(shown.replaceAll('\x1b\\', ''))
    expect(found.marks).toEqual(marks)
  })
}

it('takes no mark where no shell of ours runs', () => {
  expect(scan('\x1b]133;null;D;0\x07', 3, null)).toEqual({ shown: '\x1b]133;null;D;0\x07', marks: [] })
})

it('does not keep a mark that never ends', () => {
  const flood = `\x1b]133;s3cret;${'x'.repeat(100_000)}`
  expect(scan(flood, 4_096).shown).toBe(flood)
})
