/** The one stretch in which two texts differ. */
export interface Region {
  readonly start: number
  readonly before: string
  readonly after: string
}

export function regionBetween(before: string, after: string): Region {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1
  return { start, before: before.slice(start, before.length - end), after: after.slice(start, after.length - end) }
}

/** The text as it was before the change at this very place. */
export function swapBack(text: string, { start, before, after }: Region): string {
  return text.slice(0, start) + before + text.slice(start + after.length)
}

/** The same wherever the changed stretch has moved to; undefined if it is gone or not the only one. */
export function swapBackAnywhere(text: string, { before, after }: Region): string | undefined {
  const start = after === '' ? -1 : text.indexOf(after)
  if (start === -1 || text.indexOf(after, start + 1) !== -1) return undefined
  return swapBack(text, { start, before, after })
}
