/** Words for a full-text index and for asking it. Both sides use this, so that what was stored is found. */

const IDENTIFIER = /[\p{L}\p{N}_$]+/gu
/** Inside an identifier: humps, runs of capitals, runs of digits, words in other scripts. */
const PART = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}_$]+/gu
const WORD_MAX_CHARS = 64

/** Words that say nothing about what is looked for. */
const COMMON = new Set(
  (
    'a an and are as at be been but by can could did do does for from get had has have how i if in into is it its ' +
    'me my of on or our please should so that the their them then there these they this those to us was we were ' +
    'what when where which who why will with would you your'
  ).split(' '),
)

/** Every identifier whole and in its parts: `readFileSync`, `read`, `file`, `sync`; `TS2345`, `ts`, `2345`. */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  for (const [identifier] of text.matchAll(IDENTIFIER)) {
    const whole = identifier.toLowerCase()
    if (whole.length > WORD_MAX_CHARS) continue
    words.push(whole)
    if (/^\p{Ll}+$/u.test(identifier)) continue
    const parts = identifier.match(PART) ?? []
    if (parts.length > 1) words.push(...parts.map((part) => part.toLowerCase()))
    else if (parts.length === 1 && parts[0]?.toLowerCase() !== whole) words.push(parts[0]?.toLowerCase() ?? '')
  }
  return words
}

/** The words that count in a question, each once. All of them where none counts: `to be or not to be`. */
export function askedWords(query: string): string[] {
  const all = [...new Set(wordsOf(query))]
  const telling = all.filter((word) => !COMMON.has(word) && (word.length > 1 || !/[a-z]/.test(word)))
  return telling.length === 0 ? all : telling
}

const ASKED_MAX = 32

/** An FTS5 expression that matches any of the words; null when there is none. Nothing of the query is syntax. */
export function matchAny(words: readonly string[]): string | null {
  if (words.length === 0) return null
  return words
    .slice(0, ASKED_MAX)
    .map((word) => `"${word.replaceAll('"', '""')}"`)
    .join(' OR ')
}
