/** Control, format, private and unassigned characters, odd spaces, and letters that draw nothing. Tab and newline are no secret. */
const HIDDEN =
  /(?![\n\t ])(?:[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Z}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\u180b-\u180f]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])/gu

export interface TextPart {
  readonly text: string
  /** The name of a character that would not be seen, such as `U+202E`. */
  readonly hidden: boolean
}

/** Splits a text so that what cannot be seen can be shown. A carriage return before a newline is an ordinary line end. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(HIDDEN)) {
    const [char] = match
    if (char === '\r' && text[match.index + 1] === '\n') continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index), hidden: false })
    parts.push({ text: nameOf(char), hidden: true })
    end = match.index + char.length
  }
  if (end < text.length || parts.length === 0) parts.push({ text: text.slice(end), hidden: false })
  return parts
}

function nameOf(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
