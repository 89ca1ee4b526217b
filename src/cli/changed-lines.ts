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
  const old = linesOf(before, after)
  const fresh = linesOf(after, before)
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

/** Where only one of the two ends without a newline, a line says so, as in every diff. */
function linesOf(text: string, other: string): string[] {
  if (text === '') return []
  const lines = text.split('\n')
  if (lines.at(-1) === '') return lines.slice(0, -1)
  return other.endsWith('\n') ? [...lines, '\\ No newline at end of file'] : lines
}

function signed(sign: ShownLine['sign']): (text: string) => ShownLine {
  return (text) => ({ sign, text })
}
