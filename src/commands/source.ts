import type { CommandEffect, CommandReason, Span } from '../contract/commands.ts'
import type { Access, Protection } from '../contract/resources.ts'
import type { Text } from './lex-word.ts'

/** What is protected is decided elsewhere; these are the questions. Paths are absolute and normalised. */
export interface Borders {
  readonly home: string
  readonly protectionOf: (path: string, access: Access) => Protection
  readonly isOwn: (path: string) => boolean
  /** Whether a text has the name of one of our own files in it. */
  readonly mentionsOwn: (text: string) => boolean
}

/** A piece of shell text that is analysed: the command itself, or code that a command of it runs. */
export interface Source extends Text {
  /** 0 for the command itself, one more for each `sh -c` and its like. */
  readonly depth: number
  /** Where a place of this text stands in the command as it was given. */
  readonly toOuter: (span: Span) => Span
  readonly borders: Borders
}

/** Directories the command may be in by now; null when nobody knows. */
export type Directories = readonly string[] | null

/** What a command finds when it starts. */
export interface Place {
  readonly directories: Directories
  readonly stdin: 'inherited' | 'pipe' | 'download'
  readonly pipeIndex: number | null
  /** Nothing else writes into the same pipe. */
  readonly isAloneInPipe: boolean
  readonly isBackground: boolean
  /** Around it, from the outside in. */
  readonly wrappers: readonly string[]
  /** What those wrappers bring along. */
  readonly notes: Notes
  /** On another machine or in a container: its paths are not ours. */
  readonly isElsewhere: boolean
}

export interface Notes {
  readonly effects: readonly CommandEffect[]
  readonly reasons: readonly CommandReason[]
  readonly hosts: readonly string[]
}

/** Where the shell may be after a command, by how the command ended. */
export interface Exit {
  readonly success: Directories
  readonly failure: Directories
}

export function staying(directories: Directories): Exit {
  return { success: directories, failure: directories }
}

const DIRECTORIES_MAX = 4

export function either(one: Directories, other: Directories): Directories {
  if (one === null || other === null) return null
  const all = [...new Set([...one, ...other])]
  return all.length > DIRECTORIES_MAX ? null : all
}
