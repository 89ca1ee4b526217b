import { basename, dirname, join } from 'node:path'
import type { Place } from '../contract/run.ts'
import type { Files } from '../files/files.ts'

interface World {
  readonly files: Files
  readonly place: Place
}

const LEVELS_MAX = 40

/**
 * Git takes a directory with HEAD, objects and refs in it for a repository, whatever its name, and runs what its
 * configuration says, even to show a status. Files of that kind can be written like any others.
 */
export function lookalikeRepository(world: World, directories: readonly string[]): string | null {
  return directories.map((directory) => lookalikeAbove(world, directory)).find((found) => found !== null) ?? null
}

function lookalikeAbove(world: World, directory: string): string | null {
  let place = directory
  for (let level = 0; level < LEVELS_MAX; level++) {
    const isThere = (name: string) => exists(world, join(place, name))
    if (isThere('.git')) return null
    // With a commondir the rest of it is somewhere else.
    const isLookalike = isThere('HEAD') && (isThere('commondir') || (isThere('objects') && isThere('refs')))
    if (isLookalike) return basename(place) === '.git' ? null : place
    if (dirname(place) === place) return null
    place = dirname(place)
  }
  return null
}

function exists({ files, place }: World, path: string): boolean {
  try {
    return files.locate(place, path, 'read').resource.exists
  } catch {
    // Whatever is in the way of us is in the way of git.
    return false
  }
}
