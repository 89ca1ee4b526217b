import { describe, expect, it } from 'vitest'
import { createLineCutter } from '../../bin/shim/lines.mjs'
import { peek } from '../../bin/shim/peek.mjs'

const BIG = 'x'.repeat(20_000)
const seen = (text: string) => peek(Buffer.from(text))

describe('what the shim sees of a message', () => {
  it.each([
    ['a request', '{"jsonrpc":"2.0","id":1,"method":"ping"}', [{ id: 1, method: 'ping' }]],
    ['a notification', '{"jsonrpc":"2.0","method":"a"}', [{ id: undefined, method: 'a' }]],
    ['a response', '{"jsonrpc":"2.0","id":"a","result":{}}', [{ id: 'a', method: undefined }]],
    ['a batch', '[{"id":1,"method":"a"},{"id":2,"method":"b"}]', [{ id: 1 }, { id: 2 }]],
    ['nonsense', 'nonsense', []],
    ['a bare value', 'null', [{ id: undefined }]],
    ['a cancellation', '{"method":"notifications/cancelled","params":{"requestId":4}}', [{ cancels: 4 }]],
    [
      'a big request',
      `{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"a":"${BIG}"}}`,
      [{ id: 12, method: 'tools/call' }],
    ],
    [
      'a big request with its id last',
      `{"method":"tools/call","params":{"a":"${BIG}"},"jsonrpc":"2.0","id":12}\n`,
      [{ id: 12, method: 'tools/call' }],
    ],
    [
      'a big request with everything last',
      `{"params":{"a":"${BIG}"},"method":"tools/call","id":12}`,
      [{ id: 12, method: 'tools/call' }],
    ],
    ['a big result', `{"jsonrpc":"2.0","id":12,"result":{"a":"${BIG}"}}`, [{ id: 12, method: undefined }]],
    [
      'a big result with its id last',
      `{"result":{"a":"${BIG}","id":9},"jsonrpc":"2.0","id":12}`,
      [{ id: 12, method: undefined }],
    ],
    [
      'a big result that mentions other ids',
      `{"jsonrpc":"2.0","id":12,"result":{"a":"${BIG}","b":{"id":9}}}`,
      [{ id: 12 }],
    ],
    [
      'a big notification',
      `{"jsonrpc":"2.0","method":"a","params":{"a":"${BIG}","id":3}}`,
      [{ id: undefined, method: 'a' }],
    ],
    [
      'an id that is not ASCII',
      `{"jsonrpc":"2.0","id":"ä","method":"a","params":{"a":"${BIG}"}}`,
      [{ id: 'ä', method: 'a' }],
    ],
    [
      'an id with a quote',
      `{"jsonrpc":"2.0","id":"a\\"b","method":"a","params":{"a":"${BIG}"}}`,
      [{ id: 'a"b', method: 'a' }],
    ],
  ])('of %s', (_what, text, expected) => {
    expect(seen(text)).toHaveLength(expected.length)
    expect(seen(text)).toMatchObject(expected)
  })
})

describe('lines', () => {
  const cut = (chunks: readonly string[]) => {
    const lines: string[] = []
    const cutter = createLineCutter(
      (line: Buffer) => lines.push(line.toString()),
      () => {},
    )
    for (const chunk of chunks) cutter.push(Buffer.from(chunk))
    return { lines, cutter }
  }

  it.each([
    [['a\nb\n'], ['a\n', 'b\n']],
    [['a', 'b', 'c\n'], ['abc\n']],
    [
      ['a\nb', 'c\nd'],
      ['a\n', 'bc\n'],
    ],
    [['\n\n'], ['\n', '\n']],
    [['a'], []],
  ])('%j are %j', (chunks, expected) => {
    expect(cut(chunks).lines).toEqual(expected)
  })

  it('end with the stream', () => {
    const { lines, cutter } = cut(['a\nb'])
    cutter.end()
    expect(lines).toEqual(['a\n', 'b\n'])
  })

  it('that are too long go on in pieces', () => {
    const pieces: number[] = []
    const lines: string[] = []
    const cutter = createLineCutter(
      (line: Buffer) => lines.push(line.toString()),
      (piece: Buffer) => pieces.push(piece.length),
    )
    for (let count = 0; count < 40; count += 1) cutter.push(Buffer.alloc(1024 * 1024, 'x'))
    expect(cutter.isInside()).toBe(true)
    cutter.push(Buffer.from('end\nnext\n'))
    expect(cutter.isInside()).toBe(false)
    expect(pieces.reduce((sum, length) => sum + length, 0)).toBe(40 * 1024 * 1024 + 4)
    expect(lines).toEqual(['next\n'])
  })
})
