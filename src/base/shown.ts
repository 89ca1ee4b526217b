import { visible } from './visible.ts'

const MAX_CHARS = 60

/** A given value as an error message quotes it: short, on one line, and for any value at all. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `"${quoted(value)}"`
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`
  return String(value)
}

function quoted(text: string): string {
  const start = text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS - 3)}...`
  return visible(start).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
}
