import { type BigIntStats, statSync } from 'node:fs'
import { basename } from 'node:path'
import type { Limits } from '../base/limits.ts'
import type { Access, PathResource, Protection } from '../contract/resources.ts'
import type { Place } from '../contract/run.ts'
import { fileError } from './file-error.ts'
import { type Floor, ON_FLOOR } from './floor.ts'
import { type Identity, identityText, isSame } from './identity.ts'
import { parsePath } from './path-text.ts'
import type { ProtectionOf } from './protection.ts'
import { deepest, pathOf, type Walk, type Waypoint, walk } from './walk.ts'

/** A path that was looked at and judged. Reading and writing start from here and check that it is still the same. */
export interface Location {
  readonly resource: PathResource
  /** The deepest directory on the way that exists; the target's own if that is a file-system root. */
  readonly anchor: { readonly path: string; readonly identity: Identity }
  /** From the anchor to the target: one name for what exists, more if directories are missing, none for a root. */
  readonly names: readonly string[]
  readonly target: BigIntStats | null
  readonly wantsDirectory: boolean
}

interface Parts {
  readonly limits: Limits
  readonly home: string
  readonly floor: Floor
  readonly protectionOf: ProtectionOf
  /** Gives the file system's own spelling to a path that may have been reached in another case. */
  readonly respell: (reached: Walk) => Walk
}

export type Locate = (place: Place, given: string, access: Access) => Location

export function createLocate({ limits, home, floor, protectionOf, respell }: Parts): Locate {
  const protectionFor = (reached: Walk, path: string, access: Access): Protection => {
    if (floor.holds(reached, access)) return ON_FLOOR
    const own = protectionOf(path, access)
    if (own.class !== 'none') return own
    const other = reached.aliases.map((alias) => protectionOf(alias, access)).find((one) => one.class !== 'none')
    return other ?? own
  }

  return (place, given, access) => {
    const text = parsePath(given, { workdir: place.workdir, home, pathBytes: limits.pathBytes })
    const reached = respell(walk(text, { hops: limits.symlinkHops, followLast: access !== 'destroy' }))
    const path = pathOf(reached)
    try {
      const { anchor, names, target } = partsOf(reached)
      const resource: PathResource = {
        kind: 'path',
        path,
        given,
        access,
        zone: isInside(place, reached) ? 'inside' : 'outside',
        protection: protectionFor(reached, path, access),
        exists: target !== null,
        identity: `${target === null ? 'missing' : identityText(target)}@${identityText(anchor.stats)}`,
      }
      return {
        resource,
        anchor: { path: anchor.path, identity: { dev: anchor.stats.dev, ino: anchor.stats.ino } },
        names,
        target,
        wantsDirectory: reached.wantsDirectory,
      }
    } catch (cause) {
      throw fileError(cause, path)
    }
  }
}

function partsOf({ existing, missing }: Walk): {
  anchor: Waypoint
  names: readonly string[]
  target: BigIntStats | null
} {
  const last = deepest(existing)
  if (missing.length > 0) return { anchor: last, names: missing, target: null }
  const parent = existing.at(-2)
  if (parent === undefined) return { anchor: last, names: [], target: last.stats }
  return { anchor: parent, names: [basename(last.path)], target: last.stats }
}

/** Ancestors are compared by what they are, so that no spelling, link or mount makes a difference. */
function isInside({ policy, workdir, roots }: Place, { existing }: Walk): boolean {
  if (policy === 'open') return true
  return (policy === 'workspace' ? [workdir] : roots).some((root) => {
    const stats = statSync(root, { bigint: true, throwIfNoEntry: false })
    return stats !== undefined && existing.some((step) => isSame(step.stats, stats))
  })
}
