/** A text with every line end as `\n`, and the way back from its positions to those of the text itself. */
export interface PlainView {
  readonly plain: string
  readonly toOriginal: (position: number) => number
  /** The same for a piece of text that is looked for or put in. */
  readonly plainOf: (piece: string) => string
}

/**
 * Agents write `\n`; files have what they have. A lone carriage return is a line end only in a file that has no other:
 * elsewhere it is a character like any other.
 */
export function plainView(text: string): PlainView {
  const asItIs = (position: number) => position
  if (!text.includes('\r')) return { plain: text, toOriginal: asItIs, plainOf: withoutReturns }
  if (!text.includes('\n')) {
    const plainOf = (piece: string) => withoutReturns(piece).replaceAll('\r', '\n')
    return { plain: plainOf(text), toOriginal: asItIs, plainOf }
  }
  const left: number[] = []
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2)) left.push(at - left.length)
  const toOriginal = (position: number) => position + countBelow(left, position)
  return { plain: withoutReturns(text), toOriginal, plainOf: withoutReturns }
}

function countBelow(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < limit) low = middle + 1
    else high = middle
  }
  return low
}

function withoutReturns(piece: string): string {
  // A mark at the beginning of a file may have come along; it is not part of its text.
  return piece.replaceAll('\r\n', '\n').replace(/^\ufeff/, '')
}

const ENDING = /\r\n|\n/g

/** The line end that a line inserted at `position` gets: that of its own line, else of the one before. Null where there is none. */
export function endingNear(text: string, position: number): string | null {
  if (!text.includes('\n')) return text.includes('\r') ? '\r' : null
  ENDING.lastIndex = position > 0 && text[position - 1] === '\r' ? position - 1 : position
  const next = ENDING.exec(text)
  if (next !== null) return next[0]
  const before = text.lastIndexOf('\n', position)
  return before > 0 && text[before - 1] === '\r' ? '\r\n' : '\n'
}
