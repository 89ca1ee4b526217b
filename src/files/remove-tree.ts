import { lstatSync, rmdirSync, unlinkSync } from 'node:fs'
import type { TreeEntry } from './copy-tree.ts'
import { namesIn, reach } from './directory-names.ts'
import { errnoOf, fileError } from './file-error.ts'
import type { Handles } from './handles.ts'

interface Options {
  readonly signal?: AbortSignal | undefined
  readonly onRemoved?: ((path: string) => void) | undefined
}

const ENTRIES_BETWEEN_PAUSES = 500

/** Removes a file, link or tree for good, by handle, never through a link. */
export async function removeTree(handles: Handles, entry: TreeEntry, options: Options = {}): Promise<void> {
  const count = { removed: 0 }
  await remove(handles, entry, options, count)
}

async function remove(
  handles: Handles,
  { directory, name }: TreeEntry,
  options: Options,
  count: { removed: number },
): Promise<void> {
  options.signal?.throwIfAborted()
  const path = `${directory.path}/${name.text}`
  try {
    const entry = reach(directory, name)
    const stats = lstatSync(entry, { throwIfNoEntry: false })
    if (stats === undefined) return
    if (stats.isDirectory()) {
      {
        using below = handles.openChild(directory, name.text, name.raw)
        for (const child of namesIn(below)) await remove(handles, { directory: below, name: child }, options, count)
        below.confirm()
      }
      rmdirSync(entry)
    } else unlinkSync(entry)
  } catch (cause) {
    throw errnoOf(cause) === undefined ? cause : fileError(cause, path)
  }
  options.onRemoved?.(path)
  count.removed += 1
  if (count.removed % ENTRIES_BETWEEN_PAUSES === 0) await new Promise(setImmediate)
}
