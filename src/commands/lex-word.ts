import { readEscape } from './ansi-quote.ts'
import { outermost, type SyntaxNode } from './syntax.ts'
import type { Word } from './word.ts'

/** What a word is read from. */
export interface Text {
  readonly text: string
  /** Expansions and substitutions of the grammar's tree, by where they start. */
  readonly nodes: ReadonlyMap<number, SyntaxNode>
  /** The value of a variable, where it is certain. */
  readonly lookUp: (variable: string) => string | undefined
  /** The variable of a loop over the names that a pattern stands for: the pattern. */
  readonly patternIn?: ((variable: string) => string | undefined) | undefined
}

export const EXPANSIONS: ReadonlySet<string> = new Set([
  'simple_expansion',
  'expansion',
  'arithmetic_expansion',
  'command_substitution',
  'process_substitution',
  'array',
])
export const SUBSTITUTIONS: ReadonlySet<string> = new Set(['command_substitution', 'process_substitution'])

const ENDS = new Set([' ', '\t', '\n', ';', '&', '|', '<', '>', '(', ')'])
const ESCAPED_IN_QUOTES = new Set(['$', '`', '"', '\\'])
/** The last four are zsh's own: `$=x` is `$x`, split. */
const STARTS_EXPANSION = /[A-Za-z0-9_({[@*#?$!=~^+-]/
const PLAIN = /^\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))$/
/** Expansions that insert text and nothing else: no subscripts, no indirection, no assignment, no `@P`. */
const TAME = /^\$\{#?[A-Za-z_]\w*(?:(?::?[-+?]|%%?|##?|\/\/?)[^$`[\]@!(){}'"\\]*)?\}$/
const NUMBERS_ONLY = /^\$(?:\(\(|\[)[\d\s+*/%()<>=!&|^~?:-]*(?:\)\)|\])$/
/** A value that stays one word and no pattern even without quotes. */
const UNSPLIT = /^[\w@%+=:,./-]+$/
const STREAM = '/dev/fd/63'

interface Reading extends Text {
  readonly limit: number
  at: number
  prefix: string
  readonly offsets: number[]
  readonly quoted: boolean[]
  readonly variables: string[]
  readonly substitutions: SyntaxNode[]
  isKnown: boolean
  isPattern: boolean
  hasBracket: boolean
  /** Braces are expanded before variables, so that `{$,}x` is a variable. */
  hasBareDollar: boolean
  canSplit: boolean
  isOdd: boolean
  isFromLoop: boolean
}

/**
 * Reads the word at `start` by the shell's own rules of quoting. The grammar is only asked where expansions end; where
 * it sees none and the shell would, the answer is null.
 */
export function lexWord(source: Text, start: number, limit: number): Word | null {
  const { text, nodes, lookUp, patternIn } = source
  const reading: Reading = {
    text,
    nodes,
    lookUp,
    patternIn,
    limit,
    at: start,
    prefix: '',
    offsets: [],
    quoted: [],
    variables: [],
    substitutions: [],
    isKnown: true,
    isPattern: false,
    hasBracket: false,
    hasBareDollar: false,
    canSplit: false,
    isOdd: false,
    isFromLoop: false,
  }
  while (reading.at < limit && !endsWord(reading)) if (!readNext(reading)) return null
  return wordFrom(reading, start)
}

function wordFrom(reading: Reading, start: number): Word {
  const { text, nodes, limit, isKnown, prefix, offsets, canSplit, isOdd, variables, substitutions } = reading
  const end = Math.min(reading.at, limit)
  const raw = text.slice(start, end)
  const isPattern = reading.isPattern || (reading.hasBracket && raw.includes(']'))
  const { isFromLoop } = reading
  const common = { start, end, raw, isPattern, canSplit, isOdd, isFromLoop, variables, substitutions }
  const first = nodes.get(start)
  if (first?.type === 'process_substitution' && first.end === end) {
    const places = {
      offsets: Array<number>(STREAM.length + 1).fill(start),
      quoted: Array<boolean>(STREAM.length).fill(true),
    }
    return { ...common, ...places, value: STREAM, prefix: STREAM, isStream: true }
  }
  const last = offsets.at(-1)
  offsets.push(last !== undefined && text[last] === prefix.at(-1) ? last + 1 : end)
  const value = isKnown && !(reading.hasBareDollar && raw.includes('{')) ? prefix : null
  return { ...common, value, prefix, offsets, quoted: reading.quoted, isStream: false }
}

function endsWord({ text, nodes, at }: Reading): boolean {
  if (!ENDS.has(text[at] ?? '')) return false
  const type = nodes.get(at)?.type
  return type !== 'process_substitution' && !(type === 'array' && text[at - 1] === '=')
}

/** One step; false where the grammar and the shell's rules disagree. */
function readNext(reading: Reading): boolean {
  const { text, at, nodes } = reading
  const char = text[at] ?? ''
  const next = text[at + 1] ?? ''
  const node = nodes.get(at)
  if (char === '<' || char === '>' || char === '(') return node !== undefined && expand(reading, node, true)
  if (char === '\\') return readBackslash(reading, char, next)
  if (char === "'") return readSingleQuotes(reading)
  if (char === '"') return readDoubleQuotes(reading)
  if (char === '$' && next === "'") return readAnsiQuotes(reading)
  if (char === '$' && next === '"') {
    // A translated string: its text depends on the language of the machine.
    reading.at += 1
    reading.isKnown = false
    return readDoubleQuotes(reading)
  }
  if (char === '$' || char === '`') return readDollar(reading, false)
  reading.isPattern ||= char === '*' || char === '?'
  reading.hasBracket ||= char === '['
  return push(reading, char, false, 1)
}

function push(reading: Reading, value: string, isQuoted: boolean, length: number): true {
  if (reading.isKnown) {
    reading.prefix += value
    for (let index = 0; index < value.length; index++) {
      reading.offsets.push(reading.at)
      reading.quoted.push(isQuoted)
    }
  }
  reading.at += length
  return true
}

function readBackslash(reading: Reading, char: string, next: string): true {
  if (next === '\n') return push(reading, '', true, 2)
  return next === '' ? push(reading, char, true, 1) : push(reading, next, true, 2)
}

function readSingleQuotes(reading: Reading): boolean {
  const end = reading.text.indexOf("'", reading.at + 1)
  if (end === -1 || end >= reading.limit) return false
  reading.at += 1
  while (reading.at < end) push(reading, reading.text[reading.at] ?? '', true, 1)
  reading.at += 1
  return true
}

function readAnsiQuotes(reading: Reading): boolean {
  const { text, limit } = reading
  reading.at += 2
  while (reading.at < limit && text[reading.at] !== "'") {
    if (text[reading.at] !== '\\') {
      push(reading, text[reading.at] ?? '', true, 1)
      continue
    }
    // Shells without this kind of quotes end the string here.
    if (text[reading.at + 1] === "'") return false
    const read = readEscape(text, reading.at)
    if (read === null) reading.isKnown = false
    push(reading, read?.value ?? '', true, (read?.end ?? reading.at + 2) - reading.at)
  }
  reading.at += 1
  return reading.at <= limit
}

function readDoubleQuotes(reading: Reading): boolean {
  const { text, limit } = reading
  reading.at += 1
  while (reading.at < limit && text[reading.at] !== '"') {
    const char = text[reading.at] ?? ''
    const next = text[reading.at + 1] ?? ''
    if (char === '$' || char === '`') {
      if (!readDollar(reading, true)) return false
    } else if (char === '\\' && next === '\n') push(reading, '', true, 2)
    else if (char === '\\' && ESCAPED_IN_QUOTES.has(next)) push(reading, next, true, 2)
    else push(reading, char, true, 1)
  }
  reading.at += 1
  return reading.at <= limit
}

/** `$…` or a backquote. */
function readDollar(reading: Reading, isQuoted: boolean): boolean {
  const { text, nodes, at, limit } = reading
  const node = nodes.get(at)
  if (node !== undefined) return node.end <= limit && isWellFormed(text, node) && expand(reading, node, isQuoted)
  if (text[at] === '`' || STARTS_EXPANSION.test(text[at + 1] ?? '')) return false
  reading.hasBareDollar ||= !isQuoted
  return push(reading, '$', true, 1)
}

/** What the grammar takes for an expansion has to look like one. */
function isWellFormed(text: string, { type, start, end }: SyntaxNode): boolean {
  if (type !== 'simple_expansion') return true
  return /^\$(?:\w+|[@*#?$!-])$/.test(text.slice(start, end))
}

function expand(reading: Reading, node: SyntaxNode, isQuoted: boolean): true {
  const { text, lookUp, variables, substitutions } = reading
  const source = text.slice(node.start, node.end)
  const name = PLAIN.exec(source)
  const variable = name?.[1] ?? name?.[2]
  const value = variable === undefined ? undefined : lookUp(variable)
  const pattern = variable === undefined || !isQuoted ? undefined : reading.patternIn?.(variable)
  if (pattern !== undefined) {
    // One of the names, whole because of the quotes, but any of them.
    reading.isPattern = true
    reading.isFromLoop = true
    return push(reading, pattern, false, source.length)
  }
  if (value !== undefined && (isQuoted || UNSPLIT.test(value))) return push(reading, value, true, source.length)
  variables.push(...variablesIn(source))
  substitutions.push(...(SUBSTITUTIONS.has(node.type) ? [node] : outermost(node, SUBSTITUTIONS)))
  reading.isOdd ||= isOddExpansion(node.type, source)
  reading.canSplit ||= !isQuoted
  reading.isKnown = false
  reading.at = node.end
  return true
}

function variablesIn(source: string): string[] {
  return [...source.matchAll(/\$\{?[#!]?([A-Za-z_]\w*)/g)].map(([, name]) => name ?? '')
}

export function isOddExpansion(type: string, source: string): boolean {
  if (type === 'arithmetic_expansion') return !NUMBERS_ONLY.test(source)
  if (type === 'array') return /[;&|<>`(]/.test(source.slice(1).replaceAll(/\$\([^()]*\)/g, ''))
  return type === 'expansion' && !TAME.test(source)
}
