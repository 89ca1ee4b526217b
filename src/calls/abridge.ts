import { hash } from 'node:crypto'

const TEXT_MAX = 2_000

/** Long texts are kept as their beginning, length and hash: history stays small and still proves what was given. */
export function abridge(value: unknown): unknown {
  if (typeof value === 'string') return abridgeText(value)
  if (Array.isArray(value)) return value.map(abridge)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, abridge(item)]))
}

function abridgeText(text: string): string {
  if (text.length <= TEXT_MAX) return text
  return `${text.slice(0, TEXT_MAX)}… [${text.length} characters in all, sha256 ${hash('sha256', text)}]`
}
