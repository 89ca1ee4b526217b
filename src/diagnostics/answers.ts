import type { Ran } from './run-check.ts'

/** What checks printed, under the state of everything they were about. */
export interface Answers {
  readonly get: (key: string) => Ran | undefined
  readonly set: (key: string, ran: Ran) => void
}

const ANSWERS_MAX = 50
const CHARS_MAX = 16 * 1024 * 1024
/** Files that .gitignore names are not part of the state, so no answer holds for long. */
const AGE_MS = 5 * 60 * 1000

export function createAnswers(now: () => number): Answers {
  const kept = new Map<string, { readonly ran: Ran; readonly at: number }>()
  let chars = 0
  const drop = (key: string) => {
    chars -= sizeOf(kept.get(key)?.ran)
    kept.delete(key)
  }
  return {
    get(key) {
      const known = kept.get(key)
      if (known === undefined) return undefined
      if (now() - known.at <= AGE_MS) return known.ran
      drop(key)
      return undefined
    },
    set(key, ran) {
      drop(key)
      kept.set(key, { ran, at: now() })
      chars += sizeOf(ran)
      for (const [oldest] of kept) {
        if (kept.size <= ANSWERS_MAX && chars <= CHARS_MAX) break
        drop(oldest)
      }
    },
  }
}

function sizeOf(ran: Ran | undefined): number {
  return ran === undefined ? 0 : ran.output.length + ran.errors.length
}
