import { type EntryName, inspectEntry, namesIn } from './directory-names.ts'
import { errnoOf } from './file-error.ts'
import type { DirectoryHandle, Handles } from './handles.ts'
import { type FileKind, kindOf } from './identity.ts'
import type { Location } from './locate.ts'
import { join } from './walk.ts'

export interface TreeScan {
  readonly kind: FileKind
  readonly files: number
  readonly directories: number
  readonly bytes: number
  /** False when there are more entries than were counted, or some that could not be looked at. */
  readonly isComplete: boolean
  /** The newest change below, with the counts, so that a tree that changed can be told. */
  readonly stamp: string
  /** The first entries, as paths below the top; directories end with `/`. */
  readonly sample: readonly string[]
  /** Paths below that always ask. */
  readonly critical: readonly string[]
}

interface Parts {
  readonly handles: Handles
  readonly isCritical: (path: string) => boolean
}

interface Options {
  readonly maxEntries: number
  readonly signal?: AbortSignal | undefined
}

const SAMPLE_ENTRIES = 40
const CRITICAL_SHOWN = 10
const ENTRIES_BETWEEN_PAUSES = 2_000

/** Counts what is below a located path, itself included. Links are counted, never followed. */
export async function scanTree({ handles, isCritical }: Parts, located: Location, options: Options): Promise<TreeScan> {
  const { target, resource, anchor, names } = located
  if (target === null) throw new Error('a tree that is scanned exists')
  const count = { files: 0, directories: 0, bytes: 0, newest: Number(target.ctimeMs), seen: 0, isComplete: true }
  const sample: string[] = []
  const critical: string[] = []

  const visit = async (directory: DirectoryHandle, prefix: string): Promise<void> => {
    for (const name of readable(directory, count)) {
      options.signal?.throwIfAborted()
      if (count.seen >= options.maxEntries) {
        count.isComplete = false
        return
      }
      count.seen += 1
      if (count.seen % ENTRIES_BETWEEN_PAUSES === 0) await new Promise(setImmediate)
      const stats = inspectEntry(directory, name)
      if (stats === undefined) continue
      if (stats === null) {
        count.isComplete = false
        continue
      }
      const below = `${prefix}${name.text}`
      count.newest = Math.max(count.newest, stats.ctimeMs)
      if (critical.length < CRITICAL_SHOWN && isCritical(join(resource.path, below))) critical.push(below)
      if (sample.length < SAMPLE_ENTRIES) sample.push(stats.isDirectory() ? `${below}/` : below)
      if (!stats.isDirectory()) {
        count.files += 1
        count.bytes += stats.size
        continue
      }
      count.directories += 1
      using child = openOrNone(handles, directory, name)
      if (child === null) count.isComplete = false
      else await visit(child, `${below}/`)
    }
  }

  if (target.isDirectory()) {
    count.directories += 1
    using top =
      names.length === 0
        ? handles.openDirectory(anchor.path, anchor.identity)
        : handles.openDirectory(resource.path, target)
    await visit(top, '')
  } else {
    count.files += 1
    count.bytes += Number(target.size)
  }
  const { files, directories, bytes, newest, isComplete } = count
  const stamp = `${files} ${directories} ${bytes} ${newest}`
  return { kind: kindOf(target), files, directories, bytes, isComplete, stamp, sample, critical }
}

function readable(directory: DirectoryHandle, count: { isComplete: boolean }): EntryName[] {
  try {
    return namesIn(directory)
  } catch (cause) {
    if (errnoOf(cause) === undefined) throw cause
    count.isComplete = false
    return []
  }
}

function openOrNone(handles: Handles, parent: DirectoryHandle, name: EntryName): DirectoryHandle | null {
  try {
    return handles.openChild(parent, name.text, name.raw)
  } catch {
    // Gone, or closed to us: the counts say that they are not complete.
    return null
  }
}
