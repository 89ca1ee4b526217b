/** What a file was before a call replaced it. */
export interface KeptFile {
  /** Where its content is kept; null when it was too large. */
  readonly slot: string | null
  readonly size: number
  readonly mode: number
}

/** What a call did to one path. Steps are taken back in reverse order. Paths are canonical. */
export type UndoStep =
  | {
      readonly kind: 'write'
      readonly path: string
      /** Null for a file that did not exist. */
      readonly before: KeptFile | null
      readonly after: { readonly sha256: string; readonly size: number }
      /** Directories that had to be created, outermost first. */
      readonly made: readonly string[]
    }
  | {
      /** Bytes added to a file too large to be written anew. */
      readonly kind: 'append'
      readonly path: string
      readonly size: number
      readonly added: { readonly sha256: string; readonly size: number }
    }
  | {
      readonly kind: 'remove'
      readonly path: string
      readonly what: string
      readonly slot: string | null
      readonly entries: number
      readonly bytes: number
    }
  | {
      /** The opposite of `remove`. */
      readonly kind: 'restore'
      readonly path: string
      readonly what: string
      readonly made: readonly string[]
    }
  | {
      readonly kind: 'move'
      readonly from: string
      readonly to: string
      readonly what: string
      readonly replaced: KeptFile | null
      readonly made: readonly string[]
    }
  | { readonly kind: 'make'; readonly path: string; readonly made: readonly string[] }

/** One line of what an undo would do. */
export interface UndoPlanStep {
  readonly path: string
  readonly action: string
  /** Why it cannot be done as things are now; null when it can. */
  readonly conflict: string | null
  /** A person may insist: what is there now is kept and can be brought back. */
  readonly canForce: boolean
}

export interface UndoPlan {
  readonly callId: string
  readonly steps: readonly UndoPlanStep[]
  readonly state: 'ready' | 'conflict' | 'undone' | 'nothing'
  /** Why not, or what to know. */
  readonly reason: string | null
  /** The call that undid it. */
  readonly undoneBy: string | null
  readonly expiresAt: number | null
}
