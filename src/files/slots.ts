import { lstatSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { TreeEntry } from './copy-tree.ts'
import { plainName } from './directory-names.ts'
import type { Handles } from './handles.ts'

/** A place among what is kept, as something that can be moved to and from. */
export function openSlot(handles: Handles, path: string): TreeEntry & Disposable {
  const parent = dirname(path)
  const directory = handles.openDirectory(parent, lstatSync(parent, { bigint: true }))
  return { directory, name: plainName(basename(path)), [Symbol.dispose]: () => directory[Symbol.dispose]() }
}
