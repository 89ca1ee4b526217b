import { unifiedDiff } from '../base/unified-diff.ts'
import type { FileChangePreview, Preview } from '../contract/preview.ts'
import type { Located } from '../files/files.ts'
import type { TreeScan } from '../files/scan-tree.ts'

const LINE_CHARS = 2_000
const DIFF_CHARS = 64 * 1024

/** A changed text as the person who decides sees it. Null stands for no file. */
export function changePreview(
  path: string,
  before: string | null,
  after: string | null,
  to: string | null = null,
): FileChangePreview {
  const { text, added, removed } = unifiedDiff({ old: path, fresh: to ?? path }, before, after, {
    lineChars: LINE_CHARS,
  })
  const left = text.length - DIFF_CHARS
  const diff = left > 0 ? `${text.slice(0, DIFF_CHARS)}\n[… ${left} more characters are not shown]` : text
  const change = before === null ? 'create' : after === null ? 'delete' : to === null ? 'edit' : 'rename'
  return { path, change, to, diff, added, removed }
}

const ALL_DIFFS_CHARS = 256 * 1024

/** The changes of one call. What a card cannot hold is named without its diff, and a note says so. */
export function changesPreview(changes: readonly FileChangePreview[], notes: readonly string[] = []): Preview {
  let room = ALL_DIFFS_CHARS
  let left = 0
  const files = changes.map((change) => {
    room -= change.diff.length
    if (room >= 0) return change
    left += 1
    return { ...change, diff: '' }
  })
  const note = left === 0 ? [] : [`The diffs of ${left} more files are too long to be shown.`]
  return { kind: 'changes', files, notes: [...notes, ...note] }
}

export function treePreview(
  action: 'delete' | 'move',
  { resource }: Located,
  scan: TreeScan,
  {
    to = null,
    canUndo,
    more = [],
  }: { readonly to?: string | null; readonly canUndo: boolean; readonly more?: readonly string[] },
): Preview {
  const { kind, files, directories, bytes, isComplete, sample, critical } = scan
  const notes = [
    ...more,
    ...(critical.length === 0 ? [] : [`Contains what always asks: ${critical.join(', ')}`]),
    ...(canUndo ? [] : ['Too large to be kept: it cannot be undone.']),
  ]
  return {
    kind: 'tree',
    action,
    path: resource.path,
    to,
    what: kind,
    files,
    directories,
    bytes,
    isComplete,
    sample,
    notes,
  }
}
