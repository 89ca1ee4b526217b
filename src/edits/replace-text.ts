import { HostError } from '../base/host-error.ts'
import { applyEdits } from './apply-edits.ts'
import { findAll, requireCount } from './find-text.ts'
import { plainView } from './plain-view.ts'

export interface Replacement {
  readonly old: string
  readonly fresh: string
  /** How often the old text has to be there. */
  readonly expected?: number | undefined
}

export interface Replaced {
  readonly text: string
  readonly count: number
}

/** Replaces a text that is there exactly once, or exactly as often as expected. */
export function replaceText(text: string, { old, fresh, expected = 1 }: Replacement, path: string): Replaced {
  const view = plainView(text)
  const wanted = view.plainOf(old)
  const found = findAll(view.plain, wanted)
  requireCount(view.plain, found, wanted, {
    expected,
    path,
    more: 'Give more of the lines around the one you mean, or say how many to replace.',
  })
  if (wanted === view.plainOf(fresh)) {
    throw new HostError('INVALID_PARAMETERS', 'The old and the new text are the same.')
  }
  const edits = found.map(({ start, end }) => ({ start, end, text: fresh }))
  return { text: applyEdits(text, edits, view), count: found.length }
}
