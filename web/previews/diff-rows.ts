import { parsePatch, structuredPatch } from 'diff'

export interface DiffRow {
  readonly kind: 'same' | 'added' | 'removed' | 'gap'
  readonly before: number | null
  readonly after: number | null
  readonly text: string
}

export interface DiffView {
  readonly rows: readonly DiffRow[]
  readonly added: number
  readonly removed: number
  /** What lines do not show: endings, the last newline, a byte order mark. */
  readonly notes: readonly string[]
}

const CONTEXT = 3
/** Comparing takes longer with the square of what differs; beyond this the whole texts are shown instead. */
const MAX_EDITS = 20_000

export function diffOf(before: string, after: string): DiffView {
  const patch = structuredPatch('', '', before, after, '', '', { context: CONTEXT, maxEditLength: MAX_EDITS })
  const rows = patch === undefined ? replaced(before, after) : rowsOf(patch.hunks)
  return { ...counted(rows), notes: notesOf(before, after) }
}

export function parsedDiff(unified: string): DiffView {
  return { ...counted(rowsOf(parsePatch(unified).flatMap(({ hunks }) => hunks))), notes: [] }
}

interface Hunk {
  readonly oldStart: number
  readonly newStart: number
  readonly lines: readonly string[]
}

function rowsOf(hunks: readonly Hunk[]): DiffRow[] {
  return hunks.flatMap(({ oldStart, newStart, lines }, index) => {
    let [before, after] = [oldStart, newStart]
    const rows = lines.flatMap((line): DiffRow[] => {
      const text = line.slice(1)
      if (line.startsWith('+')) return [{ kind: 'added', before: null, after: after++, text }]
      if (line.startsWith('-')) return [{ kind: 'removed', before: before++, after: null, text }]
      if (line.startsWith('\\')) return []
      return [{ kind: 'same', before: before++, after: after++, text }]
    })
    const gap: DiffRow = { kind: 'gap', before: null, after: null, text: `Line ${newStart}` }
    return index === 0 && oldStart <= 1 ? rows : [gap, ...rows]
  })
}

function replaced(before: string, after: string): DiffRow[] {
  return [
    ...before.split('\n').map((text, index): DiffRow => ({ kind: 'removed', before: index + 1, after: null, text })),
    ...after.split('\n').map((text, index): DiffRow => ({ kind: 'added', before: null, after: index + 1, text })),
  ]
}

function counted(rows: readonly DiffRow[]) {
  const count = (kind: DiffRow['kind']) => rows.filter((row) => row.kind === kind).length
  return { rows, added: count('added'), removed: count('removed') }
}

function notesOf(before: string, after: string): string[] {
  const notes: string[] = []
  if (before !== '' && ending(before) !== ending(after) && after !== '')
    notes.push(`Line endings change from ${ending(before)} to ${ending(after)}.`)
  if (before !== '' && before.endsWith('\n') && !after.endsWith('\n')) notes.push('The last newline goes away.')
  if (before.startsWith('\ufeff') !== after.startsWith('\ufeff') && before !== '')
    notes.push('The byte order mark changes.')
  return notes
}

function ending(text: string): string {
  const crlf = text.includes('\r\n')
  const lf = /(?:^|[^\r])\n/.test(text)
  return crlf && lf ? 'mixed' : crlf ? 'CRLF' : 'LF'
}
