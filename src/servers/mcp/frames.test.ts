import { expect, test } from 'vitest'
import { createFrameReader } from './frames.ts'

function read(chunks: readonly string[], maxBytes = 16): string[] {
  const seen: string[] = []
  const push = createFrameReader(maxBytes, {
    frame: (bytes) => seen.push(Buffer.from(bytes).toString()),
    oversized: () => seen.push('<oversized>'),
  })
  for (const chunk of chunks) push(Buffer.from(chunk))
  return seen
}

test.each([
  ['several frames in one chunk', ['a\nb\nc\n'], ['a', 'b', 'c']],
  ['a frame over many chunks', ['on', 'e', '\ntw', 'o\n'], ['one', 'two']],
  ['a frame without its newline waits', ['one\ntw'], ['one']],
  ['blank lines and carriage returns are nothing', ['\n\r\n  \na\r\n'], ['a\r']],
  ['a frame of exactly the limit passes', [`${'x'.repeat(16)}\n`], ['x'.repeat(16)]],
  ['a frame over the limit is skipped to its end', [`${'x'.repeat(17)}\nb\n`], ['<oversized>', 'b']],
  [
    'the same over many chunks, told once',
    ['x'.repeat(10), 'x'.repeat(10), 'x'.repeat(10), '\nb\n'],
    ['<oversized>', 'b'],
  ],
])('%s', (_name, chunks, expected) => {
  expect(read(chunks)).toEqual(expected)
})
