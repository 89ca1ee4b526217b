import { basename } from 'node:path'
import { oneLine } from '../base/visible.ts'

const NAME_CHARS = 60

/** The last name of a path as the caller wrote it, for labels: one line, nothing hidden in it. */
export function shownName(given: string): string {
  return oneLine(basename(given) || given, NAME_CHARS)
}

/** `Size: 342 lines`, as the card of a write shows it. */
export function shownSize(content: string): string {
  const newlines = content.split('\n').length - 1
  const lines = content === '' || content.endsWith('\n') ? newlines : newlines + 1
  return `Size: ${lines} ${lines === 1 ? 'line' : 'lines'}`
}
