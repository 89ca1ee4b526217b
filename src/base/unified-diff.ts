import { diffLines, type LineChange } from './line-diff.ts'

export interface UnifiedDiff {
  readonly text: string
  readonly added: number
  readonly removed: number
}

interface Options {
  readonly context?: number
  /** Longer lines are cut, with a mark. */
  readonly lineChars?: number
}

const CONTEXT_LINES = 3
const NO_END = '\\ No newline at end of file'

/** The change between two texts as `diff -u` shows it; an empty text when they are the same. Null stands for no file. */
export function unifiedDiff(
  names: { readonly old: string; readonly fresh: string },
  before: string | null,
  after: string | null,
  { context = CONTEXT_LINES, lineChars = Number.POSITIVE_INFINITY }: Options = {},
): UnifiedDiff {
  const old = linesOf(before)
  const fresh = linesOf(after)
  const changes = diffLines(old, fresh)
  const removed = changes.reduce((sum, { oldStart, oldEnd }) => sum + oldEnd - oldStart, 0)
  const added = changes.reduce((sum, { newStart, newEnd }) => sum + newEnd - newStart, 0)
  if (changes.length === 0) return { text: '', added, removed }
  const head = [`--- ${before === null ? '/dev/null' : names.old}`, `+++ ${after === null ? '/dev/null' : names.fresh}`]
  const show = (sign: string, line: string) => shownLine(sign, line, lineChars)
  const hunks = grouped(changes, context).flatMap((group) => hunkLines(group, old, fresh, context, show))
  return { text: `${[...head, ...hunks].join('\n')}\n`, added, removed }
}

/** Changes that are near each other share a hunk. */
function grouped(changes: readonly LineChange[], context: number): LineChange[][] {
  const groups: LineChange[][] = []
  for (const change of changes) {
    const group = groups.at(-1)
    const last = group?.at(-1)
    if (group !== undefined && last !== undefined && change.oldStart - last.oldEnd <= 2 * context) group.push(change)
    else groups.push([change])
  }
  return groups
}

function hunkLines(
  group: readonly LineChange[],
  old: readonly string[],
  fresh: readonly string[],
  context: number,
  show: (sign: string, line: string) => string[],
): string[] {
  const [first, last] = [group[0], group.at(-1)]
  if (first === undefined || last === undefined) return []
  const from = Math.max(0, first.oldStart - context)
  const to = Math.min(old.length, last.oldEnd + context)
  const freshFrom = first.newStart - (first.oldStart - from)
  const freshTo = last.newEnd + (to - last.oldEnd)
  const lines: string[] = []
  let position = from
  for (const { oldStart, oldEnd, newStart, newEnd } of group) {
    lines.push(...old.slice(position, oldStart).flatMap((line) => show(' ', line)))
    lines.push(...old.slice(oldStart, oldEnd).flatMap((line) => show('-', line)))
    lines.push(...fresh.slice(newStart, newEnd).flatMap((line) => show('+', line)))
    position = oldEnd
  }
  lines.push(...old.slice(position, to).flatMap((line) => show(' ', line)))
  return [`@@ -${span(from, to - from)} +${span(freshFrom, freshTo - freshFrom)} @@`, ...lines]
}

function span(from: number, count: number): string {
  const start = count === 0 ? from : from + 1
  return count === 1 ? `${start}` : `${start},${count}`
}

/** A line keeps its end: one without is another line than the same one with it. */
function linesOf(text: string | null): string[] {
  if (text === null || text === '') return []
  const lines = text.split('\n').map((line) => `${line}\n`)
  const last = lines.pop()
  return last === '\n' || last === undefined ? lines : [...lines, last.slice(0, -1)]
}

function shownLine(sign: string, line: string, lineChars: number): string[] {
  const hasEnd = line.endsWith('\n')
  const text = hasEnd ? line.slice(0, -1) : line
  const cut = text.length > lineChars ? `${text.slice(0, lineChars)}… (${text.length} characters)` : text
  return hasEnd ? [`${sign}${cut}`] : [`${sign}${cut}`, NO_END]
}
