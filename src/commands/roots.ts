import { posix } from 'node:path'

/** `/`, its directories, the home directory and what is above it, and places where disks are mounted. */
export function isRoot(path: string, home: string): boolean {
  const place = withoutAll(posix.normalize(path))
  const depth = place.split('/').filter(Boolean).length
  if (depth <= 1) return true
  const ownHome = trimmed(posix.normalize(home))
  if (place === ownHome || ownHome.startsWith(`${place}/`)) return true
  return (
    /^\/(?:home|Users|mnt|Volumes|media|run\/media)\/[^/]+$/.test(place) ||
    /^\/(?:media|run\/media)\/[^/]+\/[^/]+$/.test(place)
  )
}

/** `x/*` is everything in x, and so is `x/.*`. */
function withoutAll(path: string): string {
  return trimmed(path.replace(/\/\.?\*+(?:\/\.?\*+)*\/?$/, '/'))
}

function trimmed(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}
