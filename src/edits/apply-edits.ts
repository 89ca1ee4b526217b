import { HostError } from '../base/host-error.ts'
import { diffLines } from '../base/line-diff.ts'
import { endingNear, type PlainView, plainView } from './plain-view.ts'

/** Replaces a part of the plain view, positions `start` to `end`, with `text`. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Only what an edit really changes is written anew; new lines end like their neighbours. */
export function applyEdits(text: string, edits: readonly Edit[], view: PlainView = plainView(text)): string {
  const parts: string[] = []
  let done = 0
  const small = sorted(edits).flatMap((edit) => smallest(view, edit))
  for (const { start, end, text: fresh } of small) {
    const [from, to] = [view.toOriginal(start), view.toOriginal(end)]
    parts.push(text.slice(done, from), withEndings(fresh, endingNear(text, from)))
    done = to
  }
  parts.push(text.slice(done))
  return parts.join('')
}

function sorted(edits: readonly Edit[]): Edit[] {
  const inOrder = edits
    .map((edit, index) => ({ edit, index }))
    .sort((a, b) => a.edit.start - b.edit.start || a.index - b.index)
    .map(({ edit }) => edit)
  inOrder.forEach((edit, index) => {
    const before = inOrder[index - 1]
    if (before === undefined || before.end <= edit.start) return
    throw new HostError('CONFLICT', 'Two edits change the same text.', { hint: 'Make them one, or two calls.' })
  })
  return inOrder
}

function withEndings(fresh: string, ending: string | null): string {
  return ending === null || ending === '\n' ? fresh : fresh.replaceAll('\n', ending)
}

/** The lines in between that stay the same are not touched, nor are equal beginnings and ends of a line. */
function smallest({ plain, plainOf }: PlainView, { start, end, text }: Edit): Edit[] {
  // A file without a line end takes over those of what is put in.
  const fresh = plain.includes('\n') ? plainOf(text) : text
  const old = plain.slice(start, end)
  if (old === fresh) return []
  if (!old.includes('\n') || !fresh.includes('\n')) return [trimmed(old, fresh, start)]
  const oldLines = old.split(AFTER_NEWLINE)
  const freshLines = fresh.split(AFTER_NEWLINE)
  const starts = positions(oldLines)
  return diffLines(oldLines, freshLines).map(({ oldStart, oldEnd, newStart, newEnd }) => {
    const at = starts[oldStart] ?? old.length
    return trimmed(old.slice(at, starts[oldEnd] ?? old.length), freshLines.slice(newStart, newEnd).join(''), start + at)
  })
}

const AFTER_NEWLINE = /(?<=\n)/

function positions(lines: readonly string[]): number[] {
  const starts: number[] = []
  let at = 0
  for (const line of lines) {
    starts.push(at)
    at += line.length
  }
  return starts
}

function trimmed(old: string, fresh: string, start: number): Edit {
  const shorter = Math.min(old.length, fresh.length)
  let head = 0
  while (head < shorter && old[head] === fresh[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1
  return { start: start + head, end: start + old.length - tail, text: fresh.slice(head, fresh.length - tail) }
}
