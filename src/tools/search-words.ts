import { dirname } from 'node:path'
import type { Limits } from '../base/limits.ts'
import { oneLine } from '../base/visible.ts'

const PATH_CHARS = 4_096
const QUERY_CHARS = 50

/** The part of a line that names what is searched for. */
export function shownQuery(query: string): string {
  return oneLine(query, QUERY_CHARS)
}

/** Paths with what they have in common said once: shorter to read, and enough to go on with. */
export function seenTogether(paths: readonly string[]): { readonly above: string; readonly names: readonly string[] } {
  const first = paths[0]
  if (first === undefined) return { above: '', names: [] }
  let above = dirname(first)
  while (above !== '/' && !paths.every((path) => path.startsWith(`${above}/`))) above = dirname(above)
  const skip = above === '/' ? 1 : above.length + 1
  return { above: oneLine(above, PATH_CHARS), names: paths.map((path) => oneLine(path.slice(skip), PATH_CHARS)) }
}

/** Why a search ended early, for the end of its text; nothing if it did not. */
export function endingOf(cut: 'limit' | 'time' | undefined, shown: number, limits: Limits): string[] {
  switch (cut) {
    case 'limit':
      return [`[the first ${shown}; there are more]`]
    case 'time':
      return [`[stopped after ${limits.searchMs / 1_000} s; there may be more. A narrower search finishes.]`]
    default:
      return []
  }
}
