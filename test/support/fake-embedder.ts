import { normalised } from '../../src/base/vectors.ts'
import { wordsOf } from '../../src/base/words.ts'

const DIMENSIONS = 256

/** Words that mean the same to it. */
const SAME: Readonly<Record<string, string>> = {
  automobile: 'car',
  vehicle: 'car',
  repair: 'mend',
  fix: 'mend',
  nightly: 'night',
  database: 'db',
}

export interface FakeEmbedder {
  readonly model: () => string
  readonly embed: (texts: readonly string[], options?: { readonly signal?: AbortSignal }) => Promise<Float32Array[]>
  readonly onChange: (listener: () => void) => () => void
  /** Every text it was given. */
  readonly seen: string[]
  /** Another model from now on; vectors of the old one are of no use. */
  readonly change: (model: string) => void
  readonly fail: (isFailing: boolean) => void
}

/** Words are directions. No quality, but deterministic, quick, and different for different models. */
export function fakeEmbedder(): FakeEmbedder {
  const listeners = new Set<() => void>()
  const seen: string[] = []
  let model = 'fake-1'
  let isFailing = false
  return {
    model: () => model,
    seen,
    embed: async (texts, { signal } = {}) => {
      signal?.throwIfAborted()
      if (isFailing) throw new Error('no model')
      seen.push(...texts)
      return texts.map((text) => vectorOf(text, model))
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: (next) => {
      model = next
      for (const listener of listeners) listener()
    },
    fail: (now) => {
      isFailing = now
    },
  }
}

function vectorOf(text: string, model: string): Float32Array {
  const values = new Array<number>(DIMENSIONS).fill(0.001)
  for (const word of wordsOf(text)) {
    const place = [...`${model}${SAME[word] ?? word}`].reduce(
      (sum, char) => (sum * 31 + (char.codePointAt(0) ?? 0)) % DIMENSIONS,
      7,
    )
    values[place] = (values[place] ?? 0) + 1
  }
  return normalised(values) ?? new Float32Array(DIMENSIONS)
}
