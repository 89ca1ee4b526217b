import type { UndoStep } from '../contract/undo.ts'

/** Keeps what calls take away, so that they can be undone. Whoever changes a file records it first. */
export interface Journal {
  /** How many bytes this call may still have kept. */
  readonly room: (callId: string) => number
  /** A new, empty place for one file or tree; it belongs to us, so no agent reaches it. */
  readonly slot: (callId: string) => { readonly name: string; readonly path: string }
  readonly pathOf: (callId: string, slot: string) => string
  /** Before the effect. The answer takes the record back when the effect did not happen. */
  readonly record: (callId: string, step: UndoStep, keptBytes: number) => () => void
}

/** For a process that only passes by: it keeps nothing, so nothing it does can be undone. */
export const NOTHING_KEPT: Journal = {
  room: () => -1,
  slot: () => {
    throw new Error('nothing is kept')
  },
  pathOf: () => '',
  record: () => () => {},
}
