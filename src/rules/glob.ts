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
  const source = new RegExp(`^${translate(pattern)}$`, 'su')
  return { base, matches: (path) => source.test(path) }
}

function translate(pattern: string): string {
  let source = ''
  for (let at = 0; at < pattern.length; at += 1) {
    const rest = pattern.slice(at)
    if (rest.startsWith('/**') && (rest.length === 3 || rest[3] === '/')) {
      // The directory itself belongs to its subtree.
      source += '(?:/.*)?'
      at += 2
      continue
    }
    const char = pattern[at] ?? ''
    if (char === '*') source += '[^/]*'
    else if (char === '?') source += '[^/]'
    else if (char === '{') source += '(?:'
    else if (char === '}') source += ')'
    else if (char === ',' && isInChoice(pattern, at)) source += '|'
    else source += char.replace(/[\\^$.|+()[\]\-/]/g, '\\$&')
  }
  return source
}

function isInChoice(pattern: string, at: number): boolean {
  return pattern.lastIndexOf('{', at) > pattern.lastIndexOf('}', at)
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
