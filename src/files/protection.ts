import { realpathSync } from 'node:fs'
import type { Access, Protection } from '../contract/resources.ts'
import { PROTECTED_PATHS } from './protected-paths.ts'

export type ProtectionOf = (path: string, access: Access) => Protection

export const UNPROTECTED: Protection = { class: 'none', reason: null }

interface Row {
  readonly on: 'any' | 'write'
  readonly protection: Protection
  readonly matches: RegExp
  readonly except: RegExp | null
}

/** Says whether a canonical path belongs to the critical class. Matching ignores case and look-alike spelling. */
export function createProtection(home: string): ProtectionOf {
  const ownHome = folded(canonical(home))
  const rows = PROTECTED_PATHS.map(
    ({ on, reason, patterns, except }): Row => ({
      on,
      protection: { class: 'critical', reason },
      matches: anyOf(patterns, ownHome),
      except: except === undefined ? null : anyOf(except, ownHome),
    }),
  )
  return (path, access) => {
    const text = folded(path)
    const row = rows.find((one) => (access !== 'read' || one.on === 'any') && covers(one, text))
    return row?.protection ?? UNPROTECTED
  }
}

function canonical(home: string): string {
  try {
    return realpathSync.native(home)
  } catch {
    // A home that does not exist has nothing in it yet.
    return home
  }
}

function covers({ matches, except }: Row, text: string): boolean {
  return matches.test(text) && !except?.test(text)
}

const PLAIN = /^[\x20-\x7e]*$/
const IGNORED = /\p{Default_Ignorable_Code_Point}/gu

/** File systems that ignore case, composition or invisible characters reach one file by many spellings. */
function folded(path: string): string {
  const text = PLAIN.test(path) ? path : path.normalize('NFKC').replace(IGNORED, '')
  const lower = text.toLowerCase()
  return process.platform === 'win32' ? lower.replaceAll('\\', '/').replace(/^[a-z]:/, '') : lower
}

/**
 * The notation: `**\/x` is x anywhere, `/x` from the root, `~/x` in the home directory, `*.x` any last name that ends
 * so; a closing `/**` is the directory with everything below; `*` stays within a name, `#` is a number, `{a,b}` a choice.
 */
function anyOf(patterns: readonly string[], home: string): RegExp {
  return new RegExp(patterns.map((pattern) => `(?:${source(pattern, home)})`).join('|'))
}

function source(pattern: string, home: string): string {
  const isDirectory = pattern.endsWith('/**')
  const body = isDirectory ? pattern.slice(0, -3) : pattern
  const end = isDirectory ? '(?:/|$)' : '$'
  if (body.startsWith('**/')) return `/${translated(body.slice(3))}${end}`
  if (body.startsWith('~/')) return `^${escaped(home)}/${translated(body.slice(2))}${end}`
  if (body.startsWith('*')) return `${translated(body.slice(1))}${end}`
  return `^${translated(body)}${end}`
}

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['*', '[^/]*'],
  ['#', '\\d+'],
  ['{', '(?:'],
  ['}', ')'],
  [',', '|'],
])

function translated(pattern: string): string {
  return [...pattern].map((char) => SYMBOLS.get(char) ?? escaped(char)).join('')
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
