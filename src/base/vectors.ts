/** Vectors of one length, to find those nearest to another. */
export interface VectorSet {
  readonly size: () => number
  /** Replaces what the key had before. The vector has length 1. */
  readonly set: (key: number, vector: Float32Array) => void
  readonly delete: (key: number) => void
  readonly has: (key: number) => boolean
  /** Cosine to the vector of `key`; undefined when there is none. */
  readonly similarity: (key: number, to: Float32Array) => number | undefined
  readonly nearest: (to: Float32Array, limit: number, accepts?: (key: number) => boolean) => readonly Near[]
}

export interface Near {
  readonly key: number
  readonly similarity: number
}

/** Up to here every vector is compared; above, only those whose signs agree best. */
const EXACT_MAX = 4_000
/** How many survive the comparison of signs, at least. */
const RESCORED_MIN = 400
const WORD_BITS = 32
const FIRST_ROWS = 64
const STEPS = 127

/**
 * A byte a number, and a bit for its sign. Signs alone say which few hundred of a hundred thousand are near; only these
 * are compared in full.
 */
export function createVectorSet(dimensions: number): VectorSet {
  const signWords = Math.ceil(dimensions / WORD_BITS)
  const rows = new Map<number, number>()
  let keys = new Float64Array(FIRST_ROWS)
  let scales = new Float32Array(FIRST_ROWS)
  let bytes = new Int8Array(FIRST_ROWS * dimensions)
  let signs = new Int32Array(FIRST_ROWS * signWords)
  let used = 0

  const grow = (): void => {
    keys = enlarged(keys, new Float64Array(keys.length * 2))
    scales = enlarged(scales, new Float32Array(scales.length * 2))
    bytes = enlarged(bytes, new Int8Array(bytes.length * 2))
    signs = enlarged(signs, new Int32Array(signs.length * 2))
  }

  const cosine = (row: number, to: Float32Array): number => {
    const start = row * dimensions
    let sum = 0
    for (let index = 0; index < dimensions; index++) sum += (bytes[start + index] ?? 0) * (to[index] ?? 0)
    return Math.max(-1, Math.min(1, sum * (scales[row] ?? 0)))
  }

  const agreeing = (to: Float32Array, count: number, accepts: (key: number) => boolean): number[] => {
    const wanted = signsOf(to, signWords)
    const byDistance: number[][] = []
    for (let row = 0; row < used; row++) {
      if (!accepts(keys[row] ?? 0)) continue
      let distance = 0
      const start = row * signWords
      for (let word = 0; word < signWords; word++) {
        distance += bitCount((signs[start + word] ?? 0) ^ (wanted[word] ?? 0))
      }
      const bucket = byDistance[distance]
      if (bucket === undefined) byDistance[distance] = [row]
      else if (bucket.length < count) bucket.push(row)
    }
    const found: number[] = []
    for (const bucket of byDistance) {
      if (found.length >= count) break
      if (bucket !== undefined) found.push(...bucket)
    }
    return found.slice(0, count)
  }

  return {
    size: () => rows.size,
    has: (key) => rows.has(key),
    set: (key, vector) => {
      if (vector.length !== dimensions)
        throw new RangeError(`a vector of ${vector.length} among those of ${dimensions}`)
      let row = rows.get(key)
      if (row === undefined) {
        if (used === keys.length) grow()
        row = used++
        rows.set(key, row)
        keys[row] = key
      }
      const most = vector.reduce((high, value) => Math.max(high, Math.abs(value)), 0) || 1
      scales[row] = most / STEPS
      for (let index = 0; index < dimensions; index++) {
        bytes[row * dimensions + index] = Math.round(((vector[index] ?? 0) / most) * STEPS)
      }
      signs.set(signsOf(vector, signWords), row * signWords)
    },
    delete: (key) => {
      const row = rows.get(key)
      if (row === undefined) return
      rows.delete(key)
      const last = --used
      if (row === last) return
      const moved = keys[last] ?? 0
      keys[row] = moved
      scales[row] = scales[last] ?? 0
      bytes.copyWithin(row * dimensions, last * dimensions, (last + 1) * dimensions)
      signs.copyWithin(row * signWords, last * signWords, (last + 1) * signWords)
      rows.set(moved, row)
    },
    similarity: (key, to) => {
      const row = rows.get(key)
      return row === undefined ? undefined : cosine(row, to)
    },
    nearest: (to, limit, accepts = () => true) => {
      const candidates =
        used <= EXACT_MAX
          ? [...rows].filter(([key]) => accepts(key)).map(([, row]) => row)
          : agreeing(to, Math.max(RESCORED_MIN, limit * 8), accepts)
      return candidates
        .map((row) => ({ key: keys[row] ?? 0, similarity: cosine(row, to) }))
        .sort((a, b) => b.similarity - a.similarity || a.key - b.key)
        .slice(0, limit)
    },
  }
}

/** As stored: four bytes a number, little-endian whatever the machine. */
export function vectorBytes(vector: Float32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(vector.length * 4))
  vector.forEach((value, index) => {
    view.setFloat32(index * 4, value, true)
  })
  return new Uint8Array(view.buffer)
}

export function vectorFrom(stored: Uint8Array): Float32Array {
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength)
  return Float32Array.from({ length: stored.byteLength / 4 }, (_, index) => view.getFloat32(index * 4, true))
}

/** Length 1; null for one that has no direction or holds something that is no number. */
export function normalised(values: ArrayLike<number>): Float32Array | null {
  const vector = Float32Array.from(values)
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return Number.isFinite(length) && length > 0 ? vector.map((value) => value / length) : null
}

function signsOf(vector: Float32Array, words: number): Int32Array {
  const signs = new Int32Array(words)
  vector.forEach((value, index) => {
    if (value > 0) signs[index >> 5] = (signs[index >> 5] ?? 0) | (1 << (index & 31))
  })
  return signs
}

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

function enlarged<T extends { set: (from: T) => void }>(from: T, to: T): T {
  to.set(from)
  return to
}
