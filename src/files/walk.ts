import { type BigIntStats, lstatSync, readlinkSync, statfsSync } from 'node:fs'
import { isAbsolute, sep } from 'node:path'
import { HostError } from '../base/host-error.ts'
import { changedMeanwhile, errnoOf, fileError } from './file-error.ts'
import { kindOf } from './identity.ts'
import { type PathText, splitNames, splitPath } from './path-text.ts'

export interface Waypoint {
  readonly path: string
  readonly stats: BigIntStats
}

export interface Walk {
  /** What exists on the way, from the root to the target. None of it is a link, save a last one that was not followed. */
  readonly existing: readonly Waypoint[]
  /** The names after it that do not exist. */
  readonly missing: readonly string[]
  /** Every other name the target was reached by: one for each link on the way. */
  readonly aliases: readonly string[]
  readonly wantsDirectory: boolean
}

interface WalkOptions {
  readonly hops: number
  /** False for what acts on the link itself, as deleting and renaming do. */
  readonly followLast: boolean
}

/**
 * Follows a path as the kernel would, and says where it leads. What it saw may change a moment later: the answer
 * decides, and opening checks that it still holds.
 */
export function walk(text: PathText, options: WalkOptions): Walk {
  const pending = text.names.toReversed()
  const existing = [rootOf(text.root)]
  const missing: string[] = []
  const aliases: string[] = []
  let { wantsDirectory } = text

  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    const here = deepest(existing)
    if (name === '..') {
      if (missing.length > 0) throw notFound(join(here.path, missing[0] ?? ''))
      requireDirectory(here)
      if (existing.length > 1) existing.pop()
      continue
    }
    if (missing.length > 0) {
      missing.push(name)
      continue
    }
    requireDirectory(here)
    const path = join(here.path, name)
    const stats = inspect(path)
    if (stats === undefined) {
      missing.push(name)
      continue
    }
    const isFollowed = stats.isSymbolicLink() && (options.followLast || pending.length > 0 || wantsDirectory)
    if (!isFollowed) {
      existing.push({ path, stats })
      continue
    }
    if (aliases.length === options.hops) throw tooManyLinks(path, options.hops)
    aliases.push(pending.reduceRight(join, path))
    const target = targetOf(path, here)
    if (pending.length === 0) wantsDirectory ||= splitNames(target).wantsDirectory
    if (isAbsolute(target)) existing.splice(0, existing.length, rootOf(splitPath(target).root))
    pending.push(...(isAbsolute(target) ? splitPath(target).names : splitNames(target).names).toReversed())
  }
  return { existing, missing, aliases, wantsDirectory }
}

/** The canonical path: what exists, then what does not. */
export function pathOf({ existing, missing }: Walk): string {
  return missing.reduce(join, deepest(existing).path)
}

export function deepest(existing: readonly Waypoint[]): Waypoint {
  const last = existing.at(-1)
  if (last === undefined) throw new Error('a walk has at least its root')
  return last
}

export function join(directory: string, name: string): string {
  return directory.endsWith(sep) ? `${directory}${name}` : `${directory}${sep}${name}`
}

function rootOf(root: string): Waypoint {
  const stats = inspect(root)
  if (stats === undefined) throw notFound(root)
  return { path: root, stats }
}

function inspect(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, { bigint: true, throwIfNoEntry: false })
  } catch (cause) {
    throw fileError(cause, path)
  }
}

const PROCFS = 0x9fa0
const PROCFS_ROOT_INODE = 1n

/**
 * Below a process, procfs has links that jump to an open file whatever their text says. Following the text would
 * judge one file and open another. Those in procfs' own root (`self`, `mounts`) are ordinary.
 */
function targetOf(link: string, parent: Waypoint): string {
  try {
    const isMagic = parent.stats.ino !== PROCFS_ROOT_INODE && statfsSync(parent.path).type === PROCFS
    if (isMagic) {
      throw new HostError('PERMISSION_DENIED', `${link} stands for something a process has open and is not followed.`, {
        hint: 'Name the file itself.',
      })
    }
    const bytes = readlinkSync(link, 'buffer')
    const text = bytes.toString()
    if (Buffer.from(text).equals(bytes)) return text
  } catch (cause) {
    // EINVAL: no link any more.
    const code = errnoOf(cause)
    throw code === 'EINVAL' || code === 'ENOENT' ? changedMeanwhile(link, cause) : fileError(cause, link)
  }
  throw new HostError('INVALID_PARAMETERS', `${link} is a link whose target is not valid Unicode.`)
}

function requireDirectory({ path, stats }: Waypoint): void {
  if (stats.isDirectory()) return
  throw new HostError('NOT_FOUND', `${path} is a ${kindOf(stats)}, so nothing can be below it.`)
}

function notFound(path: string): HostError {
  return new HostError('NOT_FOUND', `${path} does not exist.`)
}

function tooManyLinks(path: string, hops: number): HostError {
  return new HostError('INVALID_PARAMETERS', `${path} goes through more than ${hops} links.`, {
    hint: 'The links probably point at each other.',
  })
}
