import fc from 'fast-check'
import { expect, it } from 'vitest'
import { chunksOf } from './chunks.ts'

it.each([
  ['nothing', '', []],
  ['only space', ' \n\n \n', []],
  ['short paragraphs stay together', 'a\n\nb', ['a\n\nb']],
  [
    'a long paragraph begins a new chunk',
    `${'a '.repeat(500)}\n\n${'b '.repeat(500)}`,
    [`${'a '.repeat(500)}`.trim(), 'b '.repeat(500).trim()],
  ],
  ['a sentence is not cut', `${'x'.repeat(1_000)}. ${'y'.repeat(1_000)}`, [`${'x'.repeat(1_000)}.`, 'y'.repeat(1_000)]],
])('%s', (_what, text, chunks) => {
  expect(chunksOf(text)).toEqual(chunks)
})

it('loses nothing, and no chunk is too long or half a character', () => {
  const text = fc.array(fc.oneof(fc.lorem(), fc.string({ unit: 'grapheme', maxLength: 4_000 }), fc.constant('\n\n')))
  fc.assert(
    fc.property(text, (parts) => {
      const whole = parts.join(' ')
      const chunks = chunksOf(whole)
      expect(chunks.join('').replace(/\s+/g, '')).toBe(whole.replace(/\s+/g, ''))
      for (const chunk of chunks) {
        expect(chunk.length).toBeLessThanOrEqual(1_500)
        expect(chunk.isWellFormed()).toBe(whole.isWellFormed())
      }
    }),
    { numRuns: 50 },
  )
})
