import type { CommandEffect, CommandPath, CommandReason, CommandSweep, Span } from '../contract/commands.ts'
import type { Risk } from '../contract/effects.ts'
import type { Assigned, Redirected } from './lex-command.ts'
import type { Directories, Place, Source } from './source.ts'
import type { Word } from './word.ts'

/** A simple command as it stands in the text. */
export interface Simple {
  readonly source: Source
  readonly place: Place
  readonly start: number
  readonly end: number
  readonly words: readonly Word[]
  readonly assignments: readonly Assigned[]
  readonly redirections: readonly Redirected[]
  /** What a here-document or here-string feeds it. */
  readonly input: Input | undefined
  /** One of the commands that make up its words downloads something. */
  readonly hasDownload: boolean
}

export interface Input {
  /** Null where it cannot be known. */
  readonly text: string | null
  readonly offsets: readonly number[]
  /** Whose values are put into it. */
  readonly variables?: readonly string[]
}

/** Something that the command will run in its turn. */
export type Inner =
  | {
      readonly kind: 'words'
      readonly wrapper: string
      readonly words: readonly Word[]
      readonly isOpenEnded: boolean
      readonly below?: Below | undefined
    }
  | { readonly kind: 'code'; readonly wrapper: string; readonly words: readonly Word[] }

/** A word that stands for everything below a place: what `find` hands over. */
export interface Below {
  readonly value: string
  readonly sweep: CommandSweep
}

/** The names that a command prints, one a line or with a NUL behind each. */
export interface Feed extends Below {
  readonly isZero: boolean
}

/** A simple command on its way to a part: what it says, and what has been found out about it. */
export interface Draft extends Simple {
  /** More words are added when it runs, as `xargs` does. */
  readonly isOpenEnded: boolean
  readonly wrappers: readonly string[]
  readonly isElsewhere: boolean
  readonly below?: Below | undefined
  /** Relative paths start here. */
  directories: Directories
  /** Set where it prints names and nothing else. */
  feed?: Feed | undefined
  readonly effects: Set<CommandEffect>
  readonly reasons: CommandReason[]
  readonly paths: CommandPath[]
  readonly hosts: Set<string>
  readonly inner: Inner[]
  readonly form: Form
}

/** What rules compare, and whether it can be known at all; filled as the words are understood. */
export interface Form {
  readonly subcommands: string[]
  readonly flags: string[]
  /** False as soon as a word that decides what runs cannot be known. */
  isNamed: boolean
  /** False: what runs cannot be told from the text. */
  isInspectable: boolean
}

export function draftOf(simple: Simple): Draft {
  const { wrappers, isElsewhere, directories, notes } = simple.place
  return {
    ...simple,
    isOpenEnded: false,
    wrappers,
    isElsewhere,
    directories,
    effects: new Set(notes.effects),
    reasons: [...notes.reasons],
    paths: [],
    hosts: new Set(notes.hosts),
    inner: [],
    form: { subcommands: [], flags: [], isNamed: true, isInspectable: true },
  }
}

export function because(draft: Draft, risk: Risk, code: string, text: string, at: Span = draft): void {
  draft.reasons.push({ code, text, risk, span: draft.source.toOuter(at) })
}

/** It does something, but nothing says what. */
export function isUnknown(draft: Draft, code: string, text: string, at: Span = draft): void {
  draft.effects.add('unknown')
  because(draft, 'medium', code, text, at)
}

/** What will run cannot be told from the text. */
export function isUninspectable(draft: Draft, code: string, text: string, at: Span = draft): void {
  draft.effects.add('unknown')
  draft.form.isInspectable = false
  because(draft, 'high', code, text, at)
}

/** Code in another language, or from a place that is not read: it may do anything. */
export function runsCode(draft: Draft, code: string, text: string, at: Span = draft): void {
  draft.effects.add('executes-inline-code')
  isUninspectable(draft, code, text, at)
}
