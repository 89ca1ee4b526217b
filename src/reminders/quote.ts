/** Invisible and bidirectional characters, tags and private uses that models read and people do not see. */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad]|[\u034f\u061c]|\u115f|\u1160|\u17b4|\u17b5|[\u180b-\u180f]|[\u200b-\u200f\u2028-\u202e\u2060-\u206f]|\u3164|[\ufe00-\ufe0f]|[\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu

/** The beginning of a tag, also in wide letters or as an entity, and its end where there is one. */
const TAG = /(?:[<\uff1c\ufe64]|&(?:lt|#0*60|#x0*3c);?)(?=\s*[/!?\p{L}_])/giu
const TAG_END = /(?<=\u2039[^\u2039\n]{0,200}?)(?:[>\uff1e\ufe65]|&(?:gt|#0*62|#x0*3e);?)/giu

/**
 * Stored text as a reminder may repeat it: what nobody sees is taken out, and nothing in it can be read as the beginning
 * or the end of a tag. It stays readable: `a < b` keeps its sign, `</todoList>` becomes `‹/todoList›`.
 */
export function quote(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(HIDDEN, '')
    .replace(TAG, '\u2039')
    .replace(TAG_END, '\u203a')
}

/** Of a longer text nothing would be left to show. */
const READ_AHEAD = 20

/** One line of at most `max` characters: a stored line break must not begin a line of ours. */
export function quoteLine(text: string, max: number): string {
  const line = quote(text.slice(0, max * READ_AHEAD))
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= max ? line : `${wholeCharacters(line, max - 3)}...`
}

function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)
}
