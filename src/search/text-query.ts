import { HostError } from '../base/host-error.ts'
import type { Glob } from './glob.ts'
import type { Claim } from './match-reader.ts'

export interface TextQuery {
  readonly pattern: string
  readonly isRegex: boolean
  readonly isCaseSensitive: boolean
  readonly glob: Glob | null
  readonly includeIgnored: boolean
  readonly context: number
  readonly limit: number
  readonly lineChars: number
}

/** Looked at before an engine is started: every engine understands these in its own way, or not at all. */
export function requireOneLine(pattern: string): void {
  if (pattern === '') throw new HostError('INVALID_PARAMETERS', 'The pattern is empty.')
  if (pattern.includes('\0')) throw new HostError('INVALID_PARAMETERS', 'The pattern contains a NUL character.')
  if (!/[\r\n]/.test(pattern)) return
  throw new HostError('INVALID_PARAMETERS', 'The pattern contains a line break, but lines are searched one by one.', {
    hint: 'Search for one of the lines, then read the file around it.',
  })
}

export function badPattern(pattern: string, errors: string): HostError {
  const reason = errors
    .replace(/^(?:rg|grep|.*\/(?:rg|grep)): /gm, '')
    .split('\n\nConsider')[0]
    ?.trim()
  return new HostError('INVALID_PARAMETERS', `The pattern cannot be used: ${reason ?? ''}`, {
    hint: `Search for it as plain text, or escape it. Given: ${pattern.slice(0, 200)}`,
  })
}

/** Hands on what an engine claims to have found. */
export interface EngineWork {
  readonly take: (claim: Claim) => void
  readonly stop: AbortSignal
}
