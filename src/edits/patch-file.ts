export interface HunkLine {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

export interface Hunk {
  /** The line it says it starts at, counted from 1; null if it says nothing. */
  readonly oldStart: number | null
  /** Lines that come somewhere before it, such as the head of a function. */
  readonly anchors: readonly string[]
  readonly lines: readonly HunkLine[]
  /** The patch says that it reaches the end of the file. */
  readonly isAtEnd: boolean
  /** The old or new text ends without a line end there. */
  readonly oldIsOpen: boolean
  readonly newIsOpen: boolean
}

/** What a patch does to one file. */
export interface PatchFile {
  readonly kind: 'create' | 'update' | 'delete' | 'rename'
  readonly path: string
  /** The new path of a rename. */
  readonly to: string | null
  readonly hunks: readonly Hunk[]
}

/** A hunk while it is read. */
export interface OpenHunk {
  oldStart: number | null
  anchors: string[]
  lines: HunkLine[]
  isAtEnd: boolean
  oldIsOpen: boolean
  newIsOpen: boolean
}

export function openHunk(oldStart: number | null, anchors: string[] = []): OpenHunk {
  return { oldStart, anchors, lines: [], isAtEnd: false, oldIsOpen: false, newIsOpen: false }
}
