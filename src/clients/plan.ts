import type { ErrorCode } from '../contract/errors.ts'
import type { ConfigFile } from './config-file.ts'
import type { ConnectionRecord } from './records.ts'

export type Action = 'connect' | 'disconnect'

interface About {
  readonly client: string
  readonly action: Action
}

interface AboutFile extends About {
  readonly file: string
  /** For people, after the diff. */
  readonly notes: readonly string[]
  /** How to be asked by upperhand alone, where the client asks as well. */
  readonly oneGate: string | null
}

/** What would be written. `before` is the file as the diff was made from; it must still be so when it is applied. */
export interface EditPlan extends AboutFile {
  readonly kind: 'edit'
  /** Unified; secrets in it are masked. */
  readonly diff: string
  readonly before: ConfigFile
  /** Null: the file goes. */
  readonly after: string | null
  /** How to undo a connect, or what a disconnect undoes. */
  readonly record: ConnectionRecord | null
}

/** The client's own program makes the change; if it fails, the edit is made instead. */
export interface CommandPlan extends AboutFile {
  readonly kind: 'command'
  readonly program: string
  readonly args: readonly string[]
  readonly fallback: EditPlan
  /** What is left to do after it has run. */
  readonly rest: () => Plan
}

/** Nothing can be written: the reason, and what a person can paste instead. */
export interface RefusedPlan extends About {
  readonly kind: 'refused'
  readonly code: ErrorCode
  readonly reason: string
  readonly hint: string | null
  readonly file: string
  readonly snippet: string | null
  /** Where a change is possible but has to be insisted on. */
  readonly diff: string | null
}

export interface UnchangedPlan extends About {
  readonly kind: 'unchanged'
  readonly file: string
  readonly reason: string
}

/** Only a person can do it, in the client itself. */
export interface ManualPlan extends About {
  readonly kind: 'manual'
  readonly steps: readonly string[]
}

export type Plan = EditPlan | CommandPlan | RefusedPlan | UnchangedPlan | ManualPlan

export interface Applied extends About {
  readonly file: string
  readonly how: 'edit' | 'command'
  /** The copy of the file as it was; null if there was none. */
  readonly backup: string | null
  readonly isFileGone: boolean
  /** Why the client's own program was not enough. */
  readonly fellBack: string | null
}
