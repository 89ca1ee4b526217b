import { type Dirent, lstatSync, readdirSync } from 'node:fs'
import { errnoOf, fileError } from './file-error.ts'
import type { DirectoryHandle, Handles } from './handles.ts'
import { openChildOrNull, openRegular, treeFile } from './tree-entries.ts'

export interface TreeEntry {
  readonly name: string
  readonly kind: 'file' | 'directory' | 'link' | 'other'
}

export interface TreeDirectory {
  readonly names: readonly string[]
  readonly path: string
  readonly entries: readonly TreeEntry[]
  /** The beginning of a small file in it, or null. */
  readonly read: (name: string, maxBytes: number) => string | null
  readonly modifiedMs: (name: string) => number | null
  /** Changes whenever the file does. */
  readonly stateOf: (name: string) => string
}

/** Answers which directories to go into, or null to stop. */
export type Visit = (directory: TreeDirectory) => readonly string[] | null

const DEPTH_MAX = 128

interface WalkParts {
  readonly handles: Handles
  readonly isOpen: (directory: DirectoryHandle) => boolean
}

const TURN_MS = 8

export async function walkBelow(
  { handles, isOpen }: WalkParts,
  top: DirectoryHandle,
  visit: Visit,
  signal: AbortSignal,
): Promise<boolean> {
  let turnEnds = performance.now() + TURN_MS

  const enter = async (directory: DirectoryHandle, names: readonly string[]): Promise<boolean> => {
    if (performance.now() > turnEnds) {
      await new Promise(setImmediate)
      turnEnds = performance.now() + TURN_MS
    }
    signal.throwIfAborted()
    const entries = entriesOf(directory, names.length === 0)
    const next = visit({ names, path: directory.path, entries, ...lookIn(directory) })
    if (next === null) return false
    if (names.length >= DEPTH_MAX) return true
    for (const name of next) {
      using child = openChildOrNull(handles, directory, name)
      if (child === null || !isOpen(child)) continue
      if (!(await enter(child, [...names, name]))) return false
    }
    return true
  }
  return await enter(top, [])
}

function lookIn(directory: DirectoryHandle): Pick<TreeDirectory, 'read' | 'modifiedMs' | 'stateOf'> {
  const inspect = (name: string) => {
    try {
      return lstatSync(directory.entry(name), { throwIfNoEntry: false })
    } catch (cause) {
      if (errnoOf(cause) === undefined) throw cause
      return undefined
    }
  }
  return {
    read(name, maxBytes) {
      using file = openRegular(directory, name)
      return file === null ? null : treeFile(file).read(0, maxBytes).toString()
    },
    modifiedMs: (name) => inspect(name)?.mtimeMs ?? null,
    stateOf(name) {
      const stats = inspect(name)
      return stats === undefined ? '-' : `${stats.ino}:${stats.size}:${stats.mtimeMs}:${stats.ctimeMs}`
    },
  }
}

/** The top must be readable; below it, what is not is passed by. */
function entriesOf(directory: DirectoryHandle, isTop: boolean): TreeEntry[] {
  try {
    return readdirSync(directory.self, { withFileTypes: true })
      .map((entry) => ({ name: entry.name, kind: kindOfEntry(entry) }))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause
    if (isTop) throw fileError(cause, directory.path)
    return []
  }
}

function kindOfEntry(entry: Dirent): TreeEntry['kind'] {
  if (entry.isFile()) return 'file'
  if (entry.isDirectory()) return 'directory'
  return entry.isSymbolicLink() ? 'link' : 'other'
}
