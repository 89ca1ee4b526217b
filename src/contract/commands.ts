import type { Risk } from './effects.ts'
import type { Access } from './resources.ts'

/** Offsets into the command as it was given, in UTF-16 units; `end` is exclusive. */
export interface Span {
  readonly start: number
  readonly end: number
}

export type CommandEffect =
  | 'read-only'
  | 'writes'
  | 'deletes'
  | 'network'
  | 'publishes'
  | 'executes-inline-code'
  | 'unknown'

/** From mild to strict. `uninspectable`: what will run cannot be known from the text, so it asks at every level. */
export const COMMAND_VERDICTS = ['read-only', 'other', 'network', 'destroy', 'uninspectable'] as const
export type CommandVerdict = (typeof COMMAND_VERDICTS)[number]

export interface CommandReason {
  /** Stable, for rules and tests: `privilege`, `own`, `not-parsed` … */
  readonly code: string
  /** One sentence for people. */
  readonly text: string
  readonly risk: Risk
  readonly span: Span
}

export interface CommandWord {
  /** What the program receives, or null where that cannot be known: a variable, a substitution. */
  readonly value: string | null
  readonly source: string
  /** The shell replaces it by the file names that match. */
  readonly isPattern: boolean
}

/** Which of everything below a path has its content read. */
export interface CommandSweep {
  /** Names that start with a dot are left out. */
  readonly skipsHidden: boolean
  /** What `.gitignore` names is left out. */
  readonly skipsIgnored: boolean
  /** Links below are passed by, read like files where their names fit, or followed wherever they lead. */
  readonly links: 'passed' | 'read' | 'followed'
  /** Only files with such names; null for all. */
  readonly only: readonly string[] | null
  /** The names go through a program that takes spaces and quotes in them apart. */
  readonly splitsNames: boolean
}

export interface CommandPath {
  /** As written, quotes removed; null where it cannot be known. */
  readonly given: string | null
  /** Absolute, joined but not normalised: links and dots are the gate's work. Null where it cannot be known. */
  readonly path: string | null
  readonly access: Access
  readonly isPattern: boolean
  /** Everything below it is meant as well. */
  readonly isRecursive: boolean
  /** Null where no content of what is below is read: names alone, or nothing. */
  readonly sweep: CommandSweep | null
  readonly span: Span
}

export interface CommandRedirection {
  readonly operator: string
  readonly target: CommandWord
  readonly span: Span
}

export interface CommandAssignment {
  readonly name: string
  readonly value: string | null
}

/** One simple command, freed of its wrappers. */
export interface CommandPart {
  readonly span: Span
  /** Exactly what stands in the command at `span`. */
  readonly text: string
  /** The name of the program without its directory; null where it cannot be known, or where there is none. */
  readonly program: string | null
  readonly words: readonly CommandWord[]
  /** From the outside in: `sudo`, `sh -c`. */
  readonly wrappers: readonly string[]
  readonly assignments: readonly CommandAssignment[]
  readonly redirections: readonly CommandRedirection[]
  /** Its place in a pipe, counted from 0; null outside of pipes. */
  readonly pipeIndex: number | null
  readonly isBackground: boolean
  /** Where it may run; null where that cannot be known. */
  readonly directories: readonly string[] | null
  readonly effects: readonly CommandEffect[]
  readonly verdict: CommandVerdict
  readonly risk: Risk
  readonly reasons: readonly CommandReason[]
  readonly paths: readonly CommandPath[]
  readonly hosts: readonly string[]
  readonly shape: CommandShape
}

/** What a rule compares: never the text. */
export interface CommandShape {
  readonly wrappers: readonly string[]
  readonly program: string | null
  /** Subcommands, and names that decide as much as these do: the script of `npm run`, the file of `python`. */
  readonly subcommands: readonly string[]
  /** Names without values, sorted: `--force`, `-r`. */
  readonly flags: readonly string[]
  /** Names of variables set for this command, sorted. */
  readonly variables: readonly string[]
  /** Where input comes from and output goes to, as written, sorted. */
  readonly redirects: readonly string[]
  readonly effects: readonly CommandEffect[]
  /** False where a word that decides what runs cannot be known; such a command has no equal. */
  readonly isComplete: boolean
}

export interface CommandContext {
  readonly cwd: string
  readonly home: string
  readonly platform?: NodeJS.Platform | undefined
  /** `other`: one that is known not to read POSIX text, such as fish. */
  readonly shell?: 'posix' | 'powershell' | 'cmd' | 'other' | undefined
}

export interface CommandAnalysis {
  readonly text: string
  /** False: the grammar did not understand it, or it belongs to another shell. `parts` is then empty. */
  readonly isParsed: boolean
  readonly verdict: CommandVerdict
  readonly risk: Risk
  /** Set where no agent may run it at all: it touches upperhand itself, or it is no text for a shell. */
  readonly refusal: CommandReason | null
  readonly parts: readonly CommandPart[]
  /** Of the whole and of all parts, the gravest first. */
  readonly reasons: readonly CommandReason[]
  readonly paths: readonly CommandPath[]
  readonly hosts: readonly string[]
}
