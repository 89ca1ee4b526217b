import { HostError } from '../base/host-error.ts'

/** A compiled pattern over canonical paths, with the directory it starts from. */
export interface Glob {
  readonly matches: (path: string) => boolean
  /** The part before the first wildcard: everything that can match is this path or below it. */
  readonly base: string
}

const WILD = /[*?{]/
const PATTERN_DEPTH = 1

/** `*` and `?` stay within one name, `**` crosses directories, `{a,b}` is a choice. Everything else is itself. */
export function compileGlob(pattern: string): Glob {
  assertUsable(pattern)
  const names = pattern.split('/')
  const firstWild = names.findIndex((name) => WILD.test(name))
  const base = firstWild < 0 ? pattern : names.slice(0, firstWild).join('/') || '/'
  if (firstWild < 0) return { base, matches: (path) => path === pattern }
  const wanted = names.slice(1).map(compileName)
  return { base, matches: (path) => matchesFrom(wanted, 0, path.slice(1).split('/'), 0) }
}

/** A name of the pattern: null is `**`. Choices are spelled out; there is no regular expression that could explode. */
type NamePattern = readonly string[] | null

const CHOICES_MAX = 64

function compileName(name: string): NamePattern {
  if (name === '**') return null
  let spelled = ['']
  for (const part of name.split(/(\{[^{}]*\})/)) {
    const options = part.startsWith('{') ? part.slice(1, -1).split(',') : [part]
    spelled = spelled.flatMap((start) => options.map((option) => start + option))
  }
  if (spelled.length <= CHOICES_MAX) return spelled
  throw new HostError('INVALID_PARAMETERS', `"${name}" has more than ${CHOICES_MAX} choices.`)
}

/** Each `**` either ends here or takes one more name; a later one makes the earlier ones final, so this stays quick. */
function matchesFrom(wanted: readonly NamePattern[], first: number, names: readonly string[], from: number): boolean {
  let at = from
  for (let index = first; index < wanted.length; index += 1) {
    const name = wanted[index]
    if (name === null) return matchesAfterStars(wanted, index + 1, names, at)
    if (at >= names.length || !name?.some((pattern) => matchesName(pattern, names[at] ?? ''))) return false
    at += 1
  }
  return at === names.length
}

function matchesAfterStars(
  wanted: readonly NamePattern[],
  first: number,
  names: readonly string[],
  from: number,
): boolean {
  if (first === wanted.length) return true
  const nextStars = wanted.indexOf(null, first)
  const length = (nextStars < 0 ? wanted.length : nextStars) - first
  // Without another `**` the rest has to fit the end; with one, the first place that fits is as good as any.
  const start = nextStars < 0 ? Math.max(from, names.length - length) : from
  for (let at = start; at + length <= names.length; at += 1) {
    const isHere = wanted
      .slice(first, first + length)
      .every((name, index) => name?.some((one) => matchesName(one, names[at + index] ?? '')))
    if (isHere)
      return nextStars < 0 ? at + length === names.length : matchesAfterStars(wanted, nextStars + 1, names, at + length)
  }
  return false
}

/** `*` and `?` within one name: on a mismatch only the last star takes one character more. */
function matchesName(pattern: string, name: string): boolean {
  const wanted = [...pattern]
  const given = [...name]
  let [at, next, star, resume] = [0, 0, -1, 0]
  while (next < given.length) {
    if (wanted[at] === '*') [star, resume, at] = [at, next, at + 1]
    else if (at < wanted.length && (wanted[at] === '?' || wanted[at] === given[next])) [at, next] = [at + 1, next + 1]
    else if (star >= 0) [resume, next, at] = [resume + 1, resume + 1, star + 1]
    else return false
  }
  return wanted.slice(at).every((char) => char === '*')
}

function assertUsable(pattern: string): void {
  const fault = faultOf(pattern)
  if (fault === undefined) return
  throw new HostError('INVALID_PARAMETERS', `"${pattern}" is not a pattern for paths: ${fault}.`, {
    hint: 'Write an absolute path, with * within a name and ** across directories: /home/me/project/**/*.ts',
  })
}

function faultOf(pattern: string): string | undefined {
  if (!pattern.startsWith('/')) return 'it is not absolute'
  const names = pattern.slice(1).split('/')
  if (pattern !== '/' && names.some((name) => name === '')) return 'it has an empty name'
  if (names.some((name) => name === '.' || name === '..')) return 'it has a dot name'
  if (names.some((name) => name.includes('**') && name !== '**')) return '** stands alone between slashes'
  if (/[[\]]/.test(pattern)) return 'brackets are not supported'
  return choiceFault(pattern)
}

function choiceFault(pattern: string): string | undefined {
  let depth = 0
  for (const char of pattern) {
    if (char === '{') depth += 1
    if (char === '}') depth -= 1
    if (depth > PATTERN_DEPTH) return 'choices cannot be nested'
    if (depth < 0 || (depth > 0 && char === '/')) return 'a choice is within one name, as {a,b}'
  }
  return depth === 0 ? undefined : 'a choice is not closed'
}
