import type { CommandVerdict } from './commands.ts'
import type { Risk } from './effects.ts'

/** What a person is shown of a call before it runs. Cards render by `kind`, never by tool name. */
export type Preview =
  | { readonly kind: 'arguments' }
  | {
      readonly kind: 'file'
      readonly path: string
      readonly exists: boolean
      readonly before: string | null
      readonly after: string
      /** The change as a unified diff; absent where one of the two cannot be shown. */
      readonly diff?: string
    }
  | {
      /** Edits of existing files, or a patch of several. */
      readonly kind: 'changes'
      readonly files: readonly FileChangePreview[]
      /** What to know besides: fuzz of a patch, why it would fail. */
      readonly notes: readonly string[]
    }
  | {
      /** A file or tree that goes away or elsewhere. */
      readonly kind: 'tree'
      readonly action: 'delete' | 'move'
      readonly path: string
      readonly to: string | null
      readonly what: string
      readonly files: number
      readonly directories: number
      readonly bytes: number
      /** False when there is more than was counted. */
      readonly isComplete: boolean
      /** The first entries; directories end with `/`. */
      readonly sample: readonly string[]
      readonly notes: readonly string[]
    }
  | {
      /** Keys for a program that runs in a terminal. */
      readonly kind: 'keys'
      readonly program: string
      readonly keys: string
    }
  | { readonly kind: 'question'; readonly prompt: string; readonly context: string | null }
  | {
      readonly kind: 'command'
      readonly command: string
      readonly cwd: string
      /** The shell that reads it; null for the usual one. */
      readonly shell: string | null
      /** Empty where it could not be taken apart. */
      readonly parts: readonly CommandPreviewPart[]
      readonly scripts: readonly CommandPreviewScript[]
    }

export interface FileChangePreview {
  readonly path: string
  readonly change: 'create' | 'edit' | 'delete' | 'rename'
  /** The new path of a rename. */
  readonly to: string | null
  readonly diff: string
  readonly added: number
  readonly removed: number
}

/** One simple command; `start` and `end` are its place in the command, in UTF-16 units. */
export interface CommandPreviewPart {
  readonly text: string
  readonly start: number
  readonly end: number
  readonly program: string | null
  readonly verdict: CommandVerdict
  readonly risk: Risk
  readonly reasons: readonly string[]
}

/** What runs besides the text: a script file, a script of package.json. */
export interface CommandPreviewScript {
  readonly title: string
  readonly text: string
  /** False where it is too long to be shown as a whole. */
  readonly isWhole: boolean
}
