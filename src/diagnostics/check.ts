import type { Parse } from './diagnostic.ts'

/** One run of one checker, as it is shown, approved and then started. */
export interface Check {
  readonly name: string
  /** Absolute; started without a shell. */
  readonly program: string
  readonly args: readonly string[]
  /** What a person reads: short names instead of long paths. */
  readonly text: string
  /** The name by which rules know it. */
  readonly programName: string
  /** True only if it cannot run anything of the project, nor read a file that was not named to it. */
  readonly isHarmless: boolean
  /** Files that decide what it does: the program itself and its configuration. */
  readonly decides: readonly string[]
  readonly input?: string
  readonly parse: Parse
}

export interface MissingCheck {
  readonly name: string
  /** What to install, as a sentence. */
  readonly reason: string
}

export interface Plan {
  readonly checks: readonly Check[]
  readonly missing: readonly MissingCheck[]
}

export const NO_CHECKS: Plan = { checks: [], missing: [] }

export function planned(...checks: readonly Check[]): Plan {
  return { checks, missing: [] }
}

export function missing(name: string, reason: string): Plan {
  return { checks: [], missing: [{ name, reason }] }
}
