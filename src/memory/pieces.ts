export interface Piece {
  /** In characters of the whole. */
  readonly start: number
  readonly text: string
}

/** About what the model reads of a text at once. */
const PIECE_CHARS = 900
const OVERLAP_CHARS = 120
/** A cut is looked for in this last part of a piece. */
const SEARCHED_CHARS = 300

/** A text in overlapping pieces, cut between paragraphs, sentences or words where there are any. */
export function piecesOf(text: string): Piece[] {
  if (text.length <= PIECE_CHARS + OVERLAP_CHARS) return [{ start: 0, text }]
  const pieces: Piece[] = []
  let start = 0
  while (start < text.length) {
    const end = cutAfter(text, start)
    pieces.push({ start, text: text.slice(start, end) })
    if (end >= text.length) break
    start = wholeCharacter(text, Math.max(start + 1, end - OVERLAP_CHARS))
  }
  return pieces
}

function cutAfter(text: string, start: number): number {
  const most = start + PIECE_CHARS
  if (most >= text.length) return text.length
  const from = most - SEARCHED_CHARS
  const tail = text.slice(from, most)
  for (const pattern of [/\n\s*\n/g, /[.!?\u3002]\s/g, /\n/g, /\s/g]) {
    const last = [...tail.matchAll(pattern)].at(-1)
    if (last !== undefined) return from + last.index + last[0].length
  }
  return wholeCharacter(text, most)
}

/** Never between the two halves of one character. */
function wholeCharacter(text: string, index: number): number {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff ? index - 1 : index
}
