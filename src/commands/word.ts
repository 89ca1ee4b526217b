import type { SyntaxNode } from './syntax.ts'

/** A word of a command as the shell will hand it over, as far as the text tells. Offsets belong to its source. */
export interface Word {
  readonly start: number
  readonly end: number
  readonly raw: string
  /** Null where it cannot be known. */
  readonly value: string | null
  /** The known beginning: all of it, or what stands before the first variable or substitution. */
  readonly prefix: string
  /** For each character of `prefix`, and one behind: where it stands in the source. */
  readonly offsets: readonly number[]
  /** For each character of `prefix`: quoted or escaped, so that it means only itself. */
  readonly quoted: readonly boolean[]
  readonly isPattern: boolean
  /** Something unquoted in it may turn into several words, or none. */
  readonly canSplit: boolean
  /** Nothing but a process substitution: a file name that the shell makes up. */
  readonly isStream: boolean
  /** It has an expansion that can do more than insert text. */
  readonly isOdd: boolean
  /** A name that a loop puts in: nobody knows what characters it has. */
  readonly isFromLoop?: boolean | undefined
  readonly variables: readonly string[]
  /** The commands that run to make this word. */
  readonly substitutions: readonly SyntaxNode[]
}

/** The word without its first `count` known characters. */
export function withoutStart(word: Word, count: number): Word {
  return {
    ...word,
    start: word.offsets[count] ?? word.end,
    raw: word.raw.slice((word.offsets[count] ?? word.end) - word.start),
    value: word.value === null ? null : word.value.slice(count),
    prefix: word.prefix.slice(count),
    offsets: word.offsets.slice(count),
    quoted: word.quoted.slice(count),
  }
}

/** The same word with another value, where the change is no longer a matter of text. */
export function withValue(word: Word, value: string | null): Word {
  const prefix = value ?? ''
  return {
    ...word,
    value,
    prefix,
    offsets: [...Array<number>(prefix.length).fill(word.start), word.end],
    quoted: Array<boolean>(prefix.length).fill(true),
  }
}

const BRACES_MAX = 64
/** Each one at least doubles the words. */
const GROUPS_MAX = 6

/** `a{b,c}` as the words it becomes. What is less plain stays one word that nobody knows. */
export function expandBraces(word: Word): Word[] {
  const open = unquotedAt(word, '{', 0)
  const close = unquotedAt(word, '}', open + 1)
  if (open === -1) return [word]
  if (word.value === null) return [{ ...word, canSplit: true }]
  const comma = unquotedAt(word, ',', open + 1)
  const isSequence = word.value.includes('..', open)
  if (close === -1 || (comma === -1 && !isSequence)) return [word]
  const nested = unquotedAt(word, '{', open + 1)
  const isPlain = !isSequence && comma < close && (nested === -1 || nested > close)
  const groups = word.quoted.filter((isQuoted, at) => !isQuoted && word.prefix[at] === '{').length
  if (!isPlain || groups > GROUPS_MAX) return [unknown(word)]
  const cuts = [open]
  for (let at = comma; at !== -1 && at < close; at = unquotedAt(word, ',', at + 1)) cuts.push(at)
  if (cuts.length > BRACES_MAX) return [unknown(word)]
  const choices = cuts.map((cut, index) => pick(word, open, close, [cut + 1, cuts[index + 1] ?? close]))
  const words = choices.flatMap(expandBraces)
  if (words.length > BRACES_MAX) return [unknown(word)]
  // Nothing is left of an empty choice, unless quotes keep it.
  return /['"]/.test(word.raw) ? words : words.filter(({ value }) => value !== '')
}

function pick(word: Word, open: number, close: number, [from, to]: readonly [number, number]): Word {
  const join = <T>(list: readonly T[]): T[] => [
    ...list.slice(0, open),
    ...list.slice(from, to),
    ...list.slice(close + 1),
  ]
  const value = word.prefix.slice(0, open) + word.prefix.slice(from, to) + word.prefix.slice(close + 1)
  return { ...word, value, prefix: value, offsets: join(word.offsets), quoted: join(word.quoted) }
}

function unknown(word: Word): Word {
  const count = Math.max(unquotedAt(word, '{', 0), 0)
  return {
    ...word,
    value: null,
    canSplit: true,
    prefix: word.prefix.slice(0, count),
    offsets: word.offsets.slice(0, count + 1),
    quoted: word.quoted.slice(0, count),
  }
}

export function unquotedAt({ prefix, quoted }: Word, char: string, from: number): number {
  for (let at = prefix.indexOf(char, from); at !== -1; at = prefix.indexOf(char, at + 1)) {
    if (quoted[at] === false) return at
  }
  return -1
}
