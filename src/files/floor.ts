import { type BigIntStats, readdirSync, statSync } from 'node:fs'
import type { Access, Protection } from '../contract/resources.ts'
import { errnoOf } from './file-error.ts'
import { type Identity, isSame } from './identity.ts'
import { splitPath } from './path-text.ts'
import { deepest, join, pathOf, type Walk, walk } from './walk.ts'

/** Our own files: never for agents, by whatever name. */
export interface Floor {
  readonly holds: (reached: Walk, access: Access) => boolean
  /** For listings that come across it on their way down. */
  readonly isPart: (directory: Identity) => boolean
  /** What `isPart` would say now, for a walk that asks it thousands of times. */
  readonly partsNow: () => (directory: Identity) => boolean
}

export const ON_FLOOR = {
  class: 'floor',
  reason: "It belongs to upperhand's own data or configuration, which agents never touch.",
} satisfies Protection

/** `kept` holds what calls took away, for undo: it was the agents' own, and its other names stay theirs. */
export function createFloor(paths: () => readonly string[], hops: number, kept: string | null = null): Floor {
  const knownLinks = createLinkCheck(paths, kept)

  const isPart = (identity: Identity) =>
    paths().some((path) => {
      const stats = present(path)
      return stats !== undefined && isSame(stats, identity)
    })

  const holds = (reached: Walk, access: Access): boolean => {
    for (const path of paths()) {
      const stats = present(path)
      if (stats !== undefined && reached.existing.some((step) => isSame(step.stats, stats))) return true
      if (stats !== undefined && access !== 'destroy') continue
      const floor = walk(splitPath(path), { hops, followLast: true })
      if (stats === undefined && isBelow(pathOf(reached), pathOf(floor))) return true
      if (access === 'destroy' && reached.missing.length === 0 && isOnWay(reached, floor)) return true
    }
    if (reached.missing.length > 0) return false
    const { stats } = deepest(reached.existing)
    return stats.isFile() && stats.nlink > 1n && knownLinks(stats)
  }

  const partsNow = () => {
    const parts = paths().flatMap((path) => present(path) ?? [])
    return (identity: Identity) => parts.some((part) => isSame(part, identity))
  }

  return { holds, isPart, partsNow }
}

function present(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })
}

/** For a floor that does not exist yet there is only its name to compare. */
function isBelow(path: string, floor: string): boolean {
  const [low, lowFloor] = [path.toLowerCase(), floor.toLowerCase()]
  return low === lowFloor || low.startsWith(join(lowFloor, ''))
}

/** Deleting or moving a directory takes along what is below it. */
function isOnWay(reached: Walk, floor: Walk): boolean {
  const { stats } = deepest(reached.existing)
  return floor.existing.some((step) => isSame(step.stats, stats))
}

const KNOWN_LINKS_MAX = 10_000

/**
 * A file with several names may have one of them on the floor. The answer is kept under the change time and the number
 * of names, both of which the kernel updates with every new link.
 */
function createLinkCheck(paths: () => readonly string[], kept: string | null): (file: BigIntStats) => boolean {
  const answers = new Map<string, boolean>()
  return (file) => {
    const key = `${file.dev}:${file.ino}:${file.ctimeNs}:${file.nlink}`
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = paths().some((path) => contains(path, file, kept))
    if (answers.size >= KNOWN_LINKS_MAX) answers.clear()
    answers.set(key, answer)
    return answer
  }
}

function contains(path: string, file: Identity, kept: string | null): boolean {
  if (path === kept) return false
  try {
    const stats = statSync(path, { bigint: true })
    if (!stats.isDirectory()) return isSame(stats, file)
    // A directory on another device cannot hold a second name of this file.
    if (stats.dev !== file.dev) return false
    return readdirSync(path, { withFileTypes: true }).some(
      (entry) => !entry.isSymbolicLink() && contains(join(path, entry.name), file, kept),
    )
  } catch (cause) {
    // What cannot be looked at counts as found.
    return errnoOf(cause) !== 'ENOENT'
  }
}
