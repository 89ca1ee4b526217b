import type { Recalled, TimeHint } from '../contract/recall.ts'
import type { Entry } from './index-store.ts'

interface Facts {
  readonly candidates: readonly Entry[]
  /** Share of the asked words that an entry holds, by its id. */
  readonly coverage: ReadonlyMap<string, number>
  /** The query's first, then one for each candidate, where there was one in time. */
  readonly vectors: readonly (Float32Array | undefined)[]
  readonly timeHint: TimeHint | undefined
  readonly limit: number
}

interface Ranked {
  readonly entry: Entry
  readonly score: number
  readonly why: Recalled['why']
}

/** Below this two short texts have nothing in common but being texts. */
const ALIKE = 0.35
const TIME_WEIGHT = 0.2

/** Words and meaning count alike; where there is no model, words alone. Pure. */
export function rank({ candidates, coverage, vectors, timeHint, limit }: Facts): Ranked[] {
  const [query, ...others] = vectors
  const times = candidates.map(({ at }) => at)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const scored = candidates.flatMap((entry, index): Ranked[] => {
    const words = coverage.get(entry.id) ?? 0
    const vector = others[index]
    const meaning = query === undefined || vector === undefined ? 0 : Math.max(0, cosine(query, vector))
    const isAlike = meaning >= ALIKE
    if (words === 0 && !isAlike) return []
    const base = query === undefined || vector === undefined ? words : (words + meaning) / 2
    const place = last === first ? 0 : (entry.at - first) / (last - first)
    const time = timeHint === undefined ? 0 : TIME_WEIGHT * (timeHint === 'recent' ? place : 1 - place)
    const score = Math.min(1, base * (1 - TIME_WEIGHT) + (timeHint === undefined ? base * TIME_WEIGHT : time))
    return [
      {
        entry,
        score: Math.round(score * 1_000) / 1_000,
        why: words > 0 && isAlike ? 'both' : words > 0 ? 'words' : 'meaning',
      },
    ]
  })
  return scored.sort((a, b) => b.score - a.score || b.entry.at - a.entry.at).slice(0, limit)
}

function cosine(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}
