import { expect, test } from 'vitest'
import { LIMITS } from '../base/limits.ts'
import { createRedact } from '../base/redact.ts'
import { shape } from './shape.ts'

const parts = () => {
  const kept: string[] = []
  return {
    kept,
    limits: { ...LIMITS, inlineResultBytes: 1_000 },
    redact: createRedact(),
    keep: (text: string) => kept.push(text) > 0,
  }
}

test('a short result stays as it is', () => {
  const p = parts()
  expect(shape('call_1', { output: { a: 1 }, text: 'short' }, 'inline', p)).toEqual({
    output: { a: 1 },
    text: 'short',
    isTruncated: false,
  })
  expect(p.kept).toEqual([])
})

test('a long one is cut in the middle, kept whole, and says where to read on without repeating', () => {
  const p = parts()
  const text = Array.from({ length: 1_000 }, (_, n) => `row ${n}\n`).join('')
  const shaped = shape('call_1', { output: {}, text }, 'inline', p)
  expect(p.kept).toEqual([text])
  expect(shaped.isTruncated).toBe(true)
  const offset = Number(/offset=(\d+)/.exec(shaped.text)?.[1])
  expect(shaped.text.startsWith(text.slice(0, offset))).toBe(true)
  expect(shaped.text.slice(offset)).not.toContain(text.slice(offset, offset + 40))
  expect(shaped.text.endsWith(text.slice(-100))).toBe(true)
  expect(Buffer.byteLength(shaped.text)).toBeLessThan(1_300)
  expect(JSON.stringify(shaped.output)).toContain('call_1')
})

test('multi-byte text is bounded by bytes and never split inside a character', () => {
  const p = parts()
  const shaped = shape('call_1', { output: {}, text: '😀'.repeat(2_000) }, 'inline', p)
  expect(Buffer.byteLength(shaped.text)).toBeLessThan(1_300)
  expect(shaped.text.isWellFormed()).toBe(true)
})

test('a windowed result is never cut', () => {
  const p = parts()
  const text = 'x'.repeat(5_000)
  expect(shape('call_1', { output: {}, text }, 'windowed', p)).toMatchObject({ text, isTruncated: false })
})

test('registered secrets are masked in text and output', () => {
  const p = parts()
  p.redact.know('correct-horse-battery')
  expect(
    shape('call_1', { output: { a: ['correct-horse-battery'] }, text: 'correct-horse-battery' }, 'windowed', p),
  ).toMatchObject({
    output: { a: ['[redacted]'] },
    text: '[redacted]',
  })
})

test('an output that is not an object becomes one', () => {
  expect(shape('call_1', { output: [1, 2], text: '' }, 'inline', parts()).output).toEqual({ result: [1, 2] })
})

test('a long one that there is no room for says so, and names nothing to read on', () => {
  const text = 'row\n'.repeat(1_000)
  const shaped = shape('call_1', { output: {}, text }, 'inline', { ...parts(), keep: () => false })
  expect(shaped.text).toContain('There was no room to keep them.')
  expect(JSON.stringify(shaped)).not.toContain('call_1')
})
