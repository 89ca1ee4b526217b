const SIMPLE: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['E', '\x1b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ['"', '"'],
  ['?', '?'],
])

const NUMERIC = /(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3}))/y

/** What `\…` at `at` means inside `$'…'`; null for what shells read differently. */
export function readEscape(text: string, at: number): { readonly value: string; readonly end: number } | null {
  const char = text[at + 1] ?? ''
  const simple = SIMPLE.get(char)
  if (simple !== undefined) return { value: simple, end: at + 2 }
  NUMERIC.lastIndex = at + 1
  const match = NUMERIC.exec(text)
  if (match === null) return /[cxuU]/.test(char) ? null : { value: `\\${char}`, end: at + 2 }
  const [all, hex, short, long, octal] = match
  const code = octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8) & 0xff
  // Bytes above 127 are joined to characters by the shell; NUL ends the word there.
  const isByte = hex !== undefined || octal !== undefined
  if (code === 0 || code > 0x10ffff || (isByte && code > 127)) return null
  return { value: String.fromCodePoint(code), end: at + 1 + all.length }
}
