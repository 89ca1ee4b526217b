import { expect, test } from 'vitest'
import { createFrameReader } from './frames.ts'
import { glimpseId } from './glimpse-id.ts'

const long = 'x'.repeat(2_000)
const params = { name: 't', arguments: { id: 99, text: long } }

const ROWS: readonly [sentence: string, frame: string, id: unknown][] = [
  ['id first', JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'tools/call', params }), 7],
  ['id last', JSON.stringify({ method: 'tools/call', params, jsonrpc: '2.0', id: 'a-1' }), 'a-1'],
  ['id before the version', JSON.stringify({ method: 'tools/call', params, id: 8, jsonrpc: '2.0' }), 8],
  ['an id in the parameters only', JSON.stringify({ jsonrpc: '2.0', method: 'x', params }), null],
  ['an id at the end of the parameters', `{"method":"x","params":{"text":"${long}","id":5}}`, null],
  ['an id beyond plain text', JSON.stringify({ id: 'ä'.repeat(9), method: 'x', params }), null],
  ['no message', long, null],
]

const SIZES = [1, 7, 300, 100_000]

test.each(ROWS)('%s', (_sentence, frame, id) => {
  for (const size of SIZES) {
    const seen: unknown[] = []
    const read = createFrameReader(1_000, {
      frame: () => seen.push('frame'),
      oversized: (head, tail) => seen.push(glimpseId(head, tail)),
    })
    const bytes = Buffer.from(`${frame}\n${frame}\n`)
    for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size))
    expect(seen).toEqual([id, id])
  }
})
