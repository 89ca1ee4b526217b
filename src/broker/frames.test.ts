import { expect, it } from 'vitest'
import { createFrameReader, encodeFrame, type Frame } from './frames.ts'

const FRAMES = [
  encodeFrame({ a: 1 }),
  encodeFrame({ text: 'ä€😀' }, Buffer.from([0, 1, 255])),
  encodeFrame({}, Buffer.alloc(5_000, 7)),
]

it.each([1, 2, 3, 7, 8, 9, 100, 10_000])('frames arrive whole in pieces of %i bytes', (size) => {
  const frames: Frame[] = []
  const read = createFrameReader((frame) => frames.push(frame))
  const bytes = Buffer.concat(FRAMES)
  for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size))
  expect(frames.map(({ header }) => header)).toEqual([{ a: 1 }, { text: 'ä€😀' }, {}])
  expect(frames.map(({ body }) => body.length)).toEqual([0, 3, 5_000])
  expect(frames[1]?.body).toEqual(Buffer.from([0, 1, 255]))
})

it.each([
  ['a length beyond the limit', Buffer.from([255, 255, 255, 255, 0, 0, 0, 1])],
  ['a header longer than its frame', Buffer.from([0, 0, 0, 6, 0, 0, 0, 200, 1, 1])],
  ['a header that is no object', Buffer.concat([Buffer.from([0, 0, 0, 5, 0, 0, 0, 1]), Buffer.from('1')])],
])('%s is refused', (_, bytes) => {
  const read = createFrameReader(() => {})
  expect(() => read(bytes)).toThrow()
})
