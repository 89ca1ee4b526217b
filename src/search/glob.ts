import { HostError } from '../base/host-error.ts'
import { expandBraces } from './glob-braces.ts'
import { matchesSequence, parseName, type Sequence } from './glob-name.ts'

/** A pattern for paths below a directory. Matching takes time in proportion to pattern and path, whatever they are. */
export interface Glob {
  /** Names from the directory on. */
  readonly matches: (names: readonly string[]) => boolean
  /** Whether it names the file, or without wildcards a directory above it. */
  readonly covers: (names: readonly string[]) => boolean
  /** Whether anything below this directory can match. */
  readonly reaches: (directory: readonly string[]) => boolean
  /** Patterns for the last name alone that are true of every match, or null if there is none for some. */
  readonly lastNames: readonly string[] | null
}

interface Alternative {
  readonly steps: Sequence<string>
  /** Without wildcards; null if there are some. */
  readonly plain: readonly string[] | null
  /** The leading names without wildcards. */
  readonly fixed: readonly string[]
  readonly last: string | null
}

const PATTERN_CHARS = 1_000

/**
 * `*` and `?` stay within a name, `**` is any number of directories, `[a-z]` one of several characters, `{a,b}` a
 * choice. Without a slash it matches names at any depth; `x/` is everything in x. Names with a dot match like others.
 */
export function parseGlob(pattern: string, base: string): Glob {
  if (pattern.length > PATTERN_CHARS) throw unusable(pattern, `it is longer than ${PATTERN_CHARS} characters`)
  if (pattern.includes('\0')) throw unusable(pattern, 'it contains a NUL character')
  const alternatives = expandBraces(relativeTo(pattern, base)).map((text) => parseAlternative(text, pattern))
  const lastNames = alternatives.map(({ last }) => last)
  return {
    matches: (names) => alternatives.some(({ steps }) => matchesSequence(steps, names)),
    covers: (names) =>
      alternatives.some(({ steps, plain }) => matchesSequence(steps, names) || (plain !== null && leads(plain, names))),
    reaches: (directory) => alternatives.some(({ fixed }) => isOnWay(fixed, directory)),
    lastNames: lastNames.every((name) => name !== null) ? lastNames : null,
  }
}

/** Models often give the whole path. */
function relativeTo(pattern: string, base: string): string {
  const inside = base.endsWith('/') ? base : `${base}/`
  if (pattern.startsWith(inside)) return pattern.slice(inside.length)
  if (pattern.startsWith('/') || pattern.startsWith('~/')) {
    throw unusable(pattern, `it must be relative to ${base}`)
  }
  return pattern
}

function parseAlternative(text: string, pattern: string): Alternative {
  const isOpen = text.endsWith('/')
  const names = text.split('/').filter((name) => name !== '' && name !== '.')
  if (names.includes('..')) throw unusable(pattern, 'it contains ".."')
  if (names.length === 0) return { steps: ['many'], plain: null, fixed: [], last: null }
  const hasSlash = names.length > 1 || isOpen
  const all = [...(hasSlash ? [] : ['**']), ...names, ...(isOpen ? ['**'] : [])]
  const steps: Sequence<string> = all.map((name) => (name === '**' ? 'many' : stepOf(name)))
  const wild = names.findIndex(isWild)
  const last = all.at(-1) ?? ''
  return {
    steps,
    plain: wild === -1 && hasSlash ? names : null,
    fixed: hasSlash ? names.slice(0, wild === -1 ? names.length - (isOpen ? 0 : 1) : wild) : [],
    last: wild === -1 || !isPlainForOthers(last) ? null : last,
  }
}

function stepOf(name: string): (given: string) => boolean {
  if (!isWild(name)) return (given) => given === name
  const [, open, text = '', close] = /^(\*?)([^*?[\\]*)(\*?)$/.exec(name) ?? []
  // The usual ones, which stand for most of the time a search takes.
  if (open === '*' && close === '') return (given) => given.endsWith(text)
  if (open === '' && close === '*') return (given) => given.startsWith(text)
  const sequence = parseName(name)
  return (given) => matchesSequence(sequence, [...given])
}

function isWild(name: string): boolean {
  return /[*?[\\]/.test(name)
}

/** What ripgrep reads exactly as we do, and more than "anything". */
function isPlainForOthers(name: string): boolean {
  return /^[^[\]{}\\!:]+$/.test(name) && /[^*]/.test(name)
}

function leads(plain: readonly string[], names: readonly string[]): boolean {
  return plain.length < names.length && plain.every((name, index) => name === names[index])
}

function isOnWay(fixed: readonly string[], directory: readonly string[]): boolean {
  const shared = Math.min(fixed.length, directory.length)
  for (let index = 0; index < shared; index += 1) if (fixed[index] !== directory[index]) return false
  return true
}

function unusable(pattern: string, fault: string): HostError {
  const shown = pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern
  return new HostError('INVALID_PARAMETERS', `${JSON.stringify(shown)} is not a usable glob: ${fault}.`, {
    hint: 'A glob is relative to the directory that is searched, for example "**/*.ts" or "src/**/*.{ts,tsx}".',
  })
}
