import type { CommandEffect, CommandSweep } from '../contract/commands.ts'
import type { Risk } from '../contract/effects.ts'
import type { Draft } from './draft.ts'
import type { Arguments } from './flags.ts'
import type { Word } from './word.ts'

/** What is known of a program, as data. Without `effects` it only reads, as long as every word of it is known. */
export interface Program {
  /** `flags.ts` has the notation. A flag that is not here makes the command one that is not read-only. */
  readonly flags?: string
  /** Roles of the operands in order, at most one with a star for any number: `read*`, `text read*`, `read* write`. */
  readonly operands?: string
  /** With one of these flags the first operand has the role of the following ones: `grep -e`. */
  readonly skipsFirst?: string
  /** Without operands it works on the current directory. */
  readonly isLocal?: boolean
  /** Always, or with one of these flags, it works on everything below the paths it is given. */
  readonly recursive?: true | string
  /** What of it is read then: null for names alone. Without it, everything. */
  readonly sweep?: null | ((args: Arguments) => Partial<CommandSweep>)
  readonly effects?: readonly CommandEffect[]
  readonly reason?: readonly [risk: Risk, code: string, text: string]
  /** How many operands decide what it does, so that a rule has to name them: the script of `npm run`. */
  readonly named?: number
  /** No flag and no operand can make it more than what is said here, so unknown words only hide paths. */
  readonly isTame?: boolean
  readonly subcommands?: ReadonlyMap<string, Program>
  /** What it is without a subcommand, and with one that is not in the table. Without `otherwise` that is unknown. */
  readonly alone?: Program
  readonly otherwise?: Program
  /** Looks where data does not suffice; may add to the draft, never take away. */
  readonly inspect?: (draft: Draft, args: Arguments) => void
  /** Instead of all the above, for programs with a language of their own. `words` are those behind the name. */
  readonly inspectWords?: (draft: Draft, words: readonly Word[]) => void
}

export type Programs = Readonly<Record<string, Program>>

/** Names come from a model, so they are looked up in maps. A key may hold several names: `'cat tac'`. */
export function programs(...tables: readonly Programs[]): ReadonlyMap<string, Program> {
  return new Map(
    tables.flatMap((table) =>
      Object.entries(table).flatMap(([names, program]) => names.split(' ').map((name) => [name, program] as const)),
    ),
  )
}
