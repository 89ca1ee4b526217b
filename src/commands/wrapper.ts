import type { CommandEffect } from '../contract/commands.ts'
import type { Risk } from '../contract/effects.ts'
import type { Draft } from './draft.ts'
import type { Arguments } from './flags.ts'
import type { Program } from './program.ts'
import { ELSEWHERE } from './wrappers/elsewhere.ts'
import { LOCAL } from './wrappers/local.ts'
import { PACKAGE_RUNNERS } from './wrappers/package-runners.ts'
import { RIGHTS } from './wrappers/rights.ts'

/** A program whose words are, or contain, another command. */
export interface Wrapper {
  /** `flags.ts` has the notation. A flag that is not here hides where the command begins. */
  readonly flags?: string
  /** Roles of the operands before the command: `timeout 5 …`. */
  readonly operands?: string
  /** `NAME=value` may stand before the command. */
  readonly hasAssignments?: boolean
  /** Flags may stand behind operands. */
  readonly isPermuted?: boolean
  /** What follows is shell code: all of it together, or each word by itself. */
  readonly code?: 'joined' | 'each'
  /** Words are added to the command when it runs. */
  readonly isOpenEnded?: boolean
  /** The command runs in this very shell, so that `cd` counts. */
  readonly isInShell?: boolean
  readonly isElsewhere?: boolean
  readonly effects?: readonly CommandEffect[]
  readonly reason?: readonly [risk: Risk, code: string, text: string]
  /** What it is without a command, or with one of `ownFlags`; unknown where nothing is said. */
  readonly alone?: Program
  readonly ownFlags?: string
  readonly inspect?: (draft: Draft, args: Arguments) => void
}

export type Wrappers = Readonly<Record<string, Wrapper>>

/** By name, or by name and subcommand: `docker exec`. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  [LOCAL, RIGHTS, ELSEWHERE, PACKAGE_RUNNERS].flatMap((table) => Object.entries(table)),
)
