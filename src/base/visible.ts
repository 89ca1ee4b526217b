/** Control, bidirectional and zero-width characters: they can make a text look like another one. */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40[\udc00-\udfff]/g

/** Makes every hidden character visible as `\u{…}`. Tabs and newlines stay. */
export function visible(text: string): string {
  return text.replace(HIDDEN, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
}

/** One line of at most `max` characters, for labels. */
export function oneLine(text: string, max: number): string {
  const line = visible(text.replace(/\s+/g, ' ').trim())
  return line.length <= max ? line : `${line.slice(0, max - 3)}...`
}
