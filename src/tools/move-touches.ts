import type { Preview } from '../contract/preview.ts'
import type { Place } from '../contract/run.ts'
import type { Files, Located } from '../files/files.ts'
import { treePreview } from './file-previews.ts'
import { isReadable } from './quoting.ts'
import { type TouchedTree, touchTree } from './tree-touches.ts'

interface Wanted {
  readonly from: string
  readonly to: string
  readonly overwrite: boolean
}

export type TouchedMove = {
  readonly tree: TouchedTree
  readonly target: Located
  readonly inside: Awaited<ReturnType<typeof touchTree>>['inside']
}

/** Both ends of a move. One that cannot succeed fails here, before anybody is asked. */
export async function moveOf(files: Files, place: Place, { from, to, overwrite }: Wanted): Promise<TouchedMove> {
  const { tree, inside } = await touchTree(files, place, from)
  const target = files.locate(place, to, 'destroy')
  // Only where saying so gives nothing away; elsewhere it fails after the gate has spoken.
  if (isReadable(tree) && isReadable(target)) files.requireMovable(tree, target, overwrite)
  const existing =
    target.target === null ? { ...target, resource: { ...target.resource, access: 'write' as const } } : target
  return { tree, target: existing, inside }
}

export function movePreview(files: Files, { tree, target }: TouchedMove): Preview {
  if (tree.scan === null) return { kind: 'arguments' }
  const isSmall = target.target === null || Number(target.target.size) <= files.limits.undoBytes / 2
  const more = target.target === null ? [] : [`Replaces a file of ${target.target.size} bytes.`]
  return treePreview('move', tree, tree.scan, { to: target.resource.path, canUndo: isSmall, more })
}
