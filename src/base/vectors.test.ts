import { expect, it } from 'vitest'
import { createVectorSet, normalised, vectorBytes, vectorFrom } from './vectors.ts'

const DIMENSIONS = 64

/** The same numbers every time. */
function randomVectors(count: number, seed: number): Float32Array[] {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  return Array.from({ length: count }, () => normalised(Array.from({ length: DIMENSIONS }, next)) ?? new Float32Array())
}

it('finds the nearest, whatever the order of storing', () => {
  const vectors = randomVectors(500, 1)
  const set = createVectorSet(DIMENSIONS)
  vectors.forEach((vector, key) => {
    set.set(key, vector)
  })
  const [first, second] = set.nearest(vectors[77] ?? new Float32Array(), 2)
  expect(first?.key).toBe(77)
  expect(first?.similarity).toBeCloseTo(1, 2)
  expect(second?.similarity).toBeLessThan(0.9)
})

it('finds it among many by signs first, and only what is accepted', () => {
  const vectors = randomVectors(6_000, 2)
  const set = createVectorSet(DIMENSIONS)
  vectors.forEach((vector, key) => {
    set.set(key, vector)
  })
  const to = vectors[4_321] ?? new Float32Array()
  expect(set.nearest(to, 1)[0]?.key).toBe(4_321)
  expect(set.nearest(to, 1, (key) => key !== 4_321)[0]?.key).not.toBe(4_321)
})

it('replaces and forgets', () => {
  const [a, b, c] = randomVectors(3, 3) as [Float32Array, Float32Array, Float32Array]
  const set = createVectorSet(DIMENSIONS)
  set.set(1, a)
  set.set(2, b)
  set.set(3, c)
  set.delete(1)
  set.delete(1)
  set.set(2, a)
  expect(set.size()).toBe(2)
  expect(set.has(1)).toBe(false)
  expect(set.similarity(1, a)).toBeUndefined()
  expect(set.similarity(2, a)).toBeCloseTo(1, 2)
  expect(set.similarity(3, c)).toBeCloseTo(1, 2)
  expect(() => set.set(4, new Float32Array(3))).toThrow(RangeError)
})

it('keeps every bit of a stored vector', () => {
  const [vector] = randomVectors(1, 4) as [Float32Array]
  expect(vectorFrom(vectorBytes(vector))).toEqual(vector)
  expect(vectorFrom(new Uint8Array([9, ...vectorBytes(vector)]).subarray(1))).toEqual(vector)
})

it('gives no direction to nothing', () => {
  expect(normalised([0, 0])).toBeNull()
  expect(normalised([Number.NaN, 1])).toBeNull()
  expect(normalised([3, 4])).toEqual(Float32Array.from([0.6, 0.8]))
})
