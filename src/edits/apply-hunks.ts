import { HostError } from '../base/host-error.ts'
import { applyEdits } from './apply-edits.ts'
import { excerpt, nearestText } from './nearest-text.ts'
import type { Hunk } from './patch-file.ts'
import { plainView } from './plain-view.ts'

export interface Hunked {
  readonly text: string
  /** What was not as the patch says, in words. */
  readonly notes: readonly string[]
}

/** Applies hunks in order, each where it fits; how loosely it fits is reported. One that fits nowhere fails all. */
export function applyHunks(text: string, hunks: readonly Hunk[], path: string): Hunked {
  const view = plainView(text)
  const before = linesOf(view.plain)
  const notes: string[] = []
  const after: string[] = []
  let done = 0
  let drift = 0
  let endsOpen = view.plain !== '' && !view.plain.endsWith('\n')
  for (const [index, hunk] of hunks.entries()) {
    const place = placeOf(before, hunk, done, drift, { path, number: index + 1 })
    if (hunk.oldStart !== null && place.old.length > 0) drift = place.at - place.skippedHead - (hunk.oldStart - 1)
    notes.push(...place.notes.map((note) => `${path}: change ${index + 1} ${note}`))
    after.push(...before.slice(done, place.at), ...merged(before, place))
    done = place.at + place.old.length
    if (done === before.length) endsOpen = hunk.newIsOpen || (endsOpen && !hunk.oldIsOpen)
  }
  after.push(...before.slice(done))
  const plain = after.length === 0 ? '' : `${after.join('\n')}${endsOpen ? '' : '\n'}`
  return { text: applyEdits(text, [{ start: 0, end: view.plain.length, text: plain }], view), notes }
}

/** The text of a file that a patch creates. */
export function createdText(hunks: readonly Hunk[]): string {
  const lines = hunks.flatMap((hunk) => hunk.lines.filter(({ sign }) => sign !== '-').map(({ text }) => text))
  if (lines.length === 0) return ''
  return `${lines.join('\n')}${hunks.at(-1)?.newIsOpen === true ? '' : '\n'}`
}

function linesOf(plain: string): string[] {
  if (plain === '') return []
  const lines = plain.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

interface Place {
  readonly at: number
  /** The old lines that were found there. */
  readonly old: readonly string[]
  readonly lines: Hunk['lines']
  readonly skippedHead: number
  readonly notes: readonly string[]
}

interface Where {
  readonly path: string
  readonly number: number
}

interface Looseness {
  readonly note: string | null
  readonly same: (a: string, b: string) => boolean
}

const LOOSENESS: readonly Looseness[] = [
  { note: null, same: (a, b) => a === b },
  { note: 'fits but for spaces at line ends', same: (a, b) => a.trimEnd() === b.trimEnd() },
  { note: 'fits but for indentation', same: (a, b) => a.trim() === b.trim() },
]

/** Lines of context that may be wrong at each end. */
const FUZZ_MAX = 2

function placeOf(before: readonly string[], hunk: Hunk, from: number, drift: number, where: Where): Place {
  const start = afterAnchors(before, hunk, from, where)
  const expected = hunk.oldStart === null ? null : Math.max(0, hunk.oldStart - 1 + drift)
  if (hunk.lines.every(({ sign }) => sign === '+')) return insertion(before, hunk, start)
  for (let fuzz = 0; fuzz <= FUZZ_MAX; fuzz += 1) {
    const [lines, head] = withoutContext(hunk, fuzz)
    if (fuzz > 0 && (lines.length === hunk.lines.length || !lines.some(({ sign }) => sign !== '+'))) continue
    const old = lines.filter(({ sign }) => sign !== '+').map(({ text }) => text)
    for (const { note, same } of LOOSENESS) {
      const found = matches(before, old, start, same).filter((at) => !hunk.isAtEnd || at + old.length === before.length)
      const at = chosen(found, expected === null ? null : expected + head, before, where)
      if (at === null) continue
      const off = expected === null ? 0 : at - head - expected
      const notes = [
        ...(off === 0
          ? []
          : [
              `is ${Math.abs(off)} ${Math.abs(off) === 1 ? 'line' : 'lines'} ${off > 0 ? 'further down' : 'further up'} than it says`,
            ]),
        ...(note === null ? [] : [note]),
        ...(fuzz === 0 ? [] : [`leaves out ${fuzz} ${fuzz === 1 ? 'line' : 'lines'} of context that did not fit`]),
      ]
      return { at, old, lines, skippedHead: head, notes }
    }
  }
  throw noPlace(before, hunk, where)
}

/** `-5,0` means after line 5; without a number, the end of the file. */
function insertion(before: readonly string[], { oldStart, lines }: Hunk, start: number): Place {
  const at = oldStart === null ? (start > 0 ? start : before.length) : Math.min(oldStart, before.length)
  return { at: Math.max(at, start), old: [], lines, skippedHead: 0, notes: [] }
}

function afterAnchors(before: readonly string[], { anchors }: Hunk, from: number, { path, number }: Where): number {
  let at = from
  for (const anchor of anchors) {
    const found = before.findIndex((line, index) => index >= at && (line === anchor || line.trim() === anchor.trim()))
    if (found === -1) {
      throw new HostError(
        'CONFLICT',
        `Change ${number} of ${path}: the line "${anchor}" is not there. Nothing was changed.`,
        {
          hint: 'Read the file again.',
        },
      )
    }
    at = found + 1
  }
  return at
}

function withoutContext({ lines }: Hunk, fuzz: number): [Hunk['lines'], number] {
  const first = lines.findIndex(({ sign }) => sign !== ' ')
  const last = lines.findLastIndex(({ sign }) => sign !== ' ')
  const head = Math.min(fuzz, first)
  const tail = Math.min(fuzz, lines.length - 1 - last)
  return [lines.slice(head, lines.length - tail), head]
}

function matches(
  before: readonly string[],
  old: readonly string[],
  from: number,
  same: (a: string, b: string) => boolean,
): number[] {
  const found: number[] = []
  for (let at = from; at + old.length <= before.length; at += 1) {
    if (old.every((line, index) => same(before[at + index] ?? '', line))) found.push(at)
  }
  return found
}

function chosen(
  found: readonly number[],
  expected: number | null,
  before: readonly string[],
  { path, number }: Where,
): number | null {
  if (found.length <= 1) return found[0] ?? null
  if (expected !== null) return found.toSorted((a, b) => Math.abs(a - expected) - Math.abs(b - expected))[0] ?? null
  const shown = found.slice(0, 5).map((at) => excerpt(before, at, 1))
  throw new HostError('CONFLICT', `Change ${number} of ${path} fits in ${found.length} places. Nothing was changed.`, {
    hint: `They start at:\n${shown.join('\n')}\nGive more lines of context, or line numbers.`,
  })
}

function noPlace(before: readonly string[], hunk: Hunk, { path, number }: Where): HostError {
  const old = hunk.lines.filter(({ sign }) => sign !== '+').map(({ text }) => text)
  const near = nearestText(before.join('\n'), old.join('\n'))
  return new HostError('CONFLICT', `Change ${number} of ${path} does not fit anywhere. Nothing was changed.`, {
    hint:
      near.length === 0
        ? 'Nothing like its lines is there. Read the file again.'
        : `Nearest:\n${near.map(({ text }) => text).join('\n--\n')}\nRead the file again.`,
  })
}

/** Context stays as the file has it; only what the patch adds and removes changes. */
function merged(before: readonly string[], { at, lines }: Place): string[] {
  const result: string[] = []
  let position = at
  for (const { sign, text } of lines) {
    if (sign === '+') result.push(text)
    else {
      if (sign === ' ') result.push(before[position] ?? text)
      position += 1
    }
  }
  return result
}
