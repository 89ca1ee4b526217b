import { HostError } from '../base/host-error.ts'
import type { TreeEntry } from './copy-tree.ts'
import { namesIn, plainName } from './directory-names.ts'
import { fileError } from './file-error.ts'
import { type FileKind, kindOf } from './identity.ts'
import type { Location } from './locate.ts'
import { notThere } from './open-file.ts'
import { removeTree } from './remove-tree.ts'
import { requireUnchanged } from './replace-file.ts'
import { scanTree, type TreeScan } from './scan-tree.ts'
import { openSlot } from './slots.ts'
import { transfer } from './transfer.ts'
import type { WriteParts } from './write-file.ts'

export interface RemoveOptions {
  readonly recursive: boolean
  readonly callId: string
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((message: string, fraction?: number) => void) | undefined
}

export interface Removed {
  readonly what: FileKind
  readonly files: number
  readonly directories: number
  readonly bytes: number
  /** It can be undone. */
  readonly isKept: boolean
}

/** More entries than this are not kept: to count them would take longer than anyone waits. */
const ENTRIES_MAX = 1_000_000
const ENTRIES_PER_REPORT = 1_000

/** Takes a file, link or tree away in one step and keeps it for undo; what is too large is removed for good, bit by bit. */
export async function removeLocated(parts: WriteParts, located: Location, options: RemoveOptions): Promise<Removed> {
  const { target, resource, names, anchor } = located
  const { handles, journal } = parts
  if (target === null) throw notThere(resource.path)
  const [name] = names
  if (name === undefined) throw new Error('a root is never removed')
  if (target.isDirectory() && !options.recursive) requireEmpty(parts, located)
  const scan = await scanTree({ handles, isCritical: () => false }, located, {
    maxEntries: ENTRIES_MAX,
    signal: options.signal,
  })
  using directory = handles.openDirectory(anchor.path, anchor.identity)
  requireUnchanged({ directory, name, target, path: resource.path })
  const entry = { directory, name: plainName(name) }
  const isKept = scan.isComplete && scan.bytes <= journal.room(options.callId) && isKeepable(kindOf(target))
  const what = kindOf(target)
  const { files, directories, bytes } = scan
  const step = { kind: 'remove', path: resource.path, what, entries: files + directories, bytes } as const
  if (!isKept) {
    const drop = journal.record(options.callId, { ...step, slot: null }, 0)
    await removeForGood(parts, entry, scan, { ...options, path: resource.path, drop })
    return { what, files, directories, bytes, isKept }
  }
  const slot = journal.slot(options.callId)
  const drop = journal.record(options.callId, { ...step, slot: slot.name }, bytes)
  try {
    using to = openSlot(handles, slot.path)
    await transfer(handles, { from: entry, source: target, to, replaces: null }, options)
  } catch (cause) {
    drop()
    throw fileError(cause, resource.path)
  }
  return { what, files, directories, bytes, isKept }
}

function isKeepable(kind: FileKind): boolean {
  return kind === 'file' || kind === 'directory' || kind === 'link'
}

function requireEmpty({ handles }: WriteParts, { resource, target }: Location): void {
  if (target === null) return
  using directory = handles.openDirectory(resource.path, target)
  const count = namesIn(directory).length
  if (count === 0) return
  throw new HostError(
    'CONFLICT',
    `${resource.path} is a directory with ${count} ${count === 1 ? 'entry' : 'entries'}.`,
    {
      hint: 'Pass recursive=true to delete it with everything in it.',
    },
  )
}

interface ForGood extends RemoveOptions {
  readonly path: string
  readonly drop: () => void
}

async function removeForGood(parts: WriteParts, entry: TreeEntry, scan: TreeScan, options: ForGood): Promise<void> {
  const { path, signal, progress, drop } = options
  const total = scan.files + scan.directories
  let removed = 0
  const onRemoved = () => {
    removed += 1
    if (removed % ENTRIES_PER_REPORT === 0)
      progress?.(`Deleted ${removed} of ${total} entries`, removed / Math.max(total, removed))
  }
  try {
    await removeTree(parts.handles, entry, { signal, onRemoved })
  } catch (cause) {
    if (removed === 0) {
      drop()
      throw fileError(cause, path)
    }
    const { code, message } =
      signal?.aborted === true ? { code: 'CANCELLED' as const, message: 'Cancelled.' } : fileError(cause, path)
    throw new HostError(
      code,
      `${message} ${removed} of ${total} entries of ${path} are gone; the others are still there.`,
      {
        hint: 'It was too large to be kept, so what is gone cannot be brought back.',
        cause,
      },
    )
  }
}
