export interface ShownLine {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

const CONTEXT_LINES = 3

/**
 * What changes between two texts: the part that differs, whole, with a few lines around it. Cruder than a real diff, but
 * it never leaves out a changed line.
 */
export function changedLines(before: string, after: string): ShownLine[] {
  const old = linesOf(before)
  const fresh = linesOf(after)
  const shorter = Math.min(old.length, fresh.length)
  let start = 0
  while (start < shorter && old[start] === fresh[start]) start += 1
  let end = 0
  while (end < shorter - start && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1
  return [
    ...old.slice(Math.max(0, start - CONTEXT_LINES), start).map(signed(' ')),
    ...old.slice(start, old.length - end).map(signed('-')),
    ...fresh.slice(start, fresh.length - end).map(signed('+')),
    ...old.slice(old.length - end, old.length - end + CONTEXT_LINES).map(signed(' ')),
  ]
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

function signed(sign: ShownLine['sign']): (text: string) => ShownLine {
  return (text) => ({ sign, text })
}
