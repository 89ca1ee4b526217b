import { hash } from 'node:crypto'
import type { Redact } from '../base/redact.ts'

const TEXT_MAX = 2_000
/** Looked at beyond the cut, so that a secret that straddles it is still recognised. */
const OVERLAP = 512
const KEY_MAX = 200
const ITEMS_MAX = 100
const NODES_MAX = 1_000
/** Of all texts together. */
const CHARS_MAX = 32_000

/**
 * What history keeps of a value: no secrets, and a bounded size whatever was given. Long texts are kept as their
 * beginning, length and hash, so that history stays small and still proves what was given.
 */
export function remember(value: unknown, redact: Redact): unknown {
  let nodes = 0
  let chars = CHARS_MAX
  const short = (item: unknown): unknown => {
    nodes += 1
    if (nodes > NODES_MAX) return '…'
    if (typeof item === 'string') {
      const kept = shortText(item, Math.min(TEXT_MAX, chars), redact)
      chars = Math.max(0, chars - kept.length)
      return kept
    }
    if (Array.isArray(item)) return withRest(item.slice(0, ITEMS_MAX).map(short), item.length)
    if (typeof item !== 'object' || item === null) return item
    const keys = Object.keys(item)
    const kept = keys
      .slice(0, ITEMS_MAX)
      .map((key) => [key.slice(0, KEY_MAX), short((item as Record<string, unknown>)[key])])
    if (keys.length > ITEMS_MAX) kept.push(['…', `${keys.length} keys in all`])
    return Object.fromEntries(kept)
  }
  // Once more as a whole: a field named like a secret loses its value.
  return redact.value(short(value))
}

function shortText(text: string, max: number, redact: Redact): string {
  if (text.length <= max) return text
  const start = redact.text(text.slice(0, max + OVERLAP)).slice(0, max)
  return `${start}… [${text.length} characters in all, sha256 ${hash('sha256', text)}]`
}

function withRest(items: unknown[], length: number): unknown[] {
  return length > items.length ? [...items, `… ${length} items in all`] : items
}
