import { type Dirent, lstatSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { isNamePattern, namePattern } from './name-pattern.ts'
import { join } from './walk.ts'

export interface Expansion {
  /** Absolute, as the pattern reaches them: links are not resolved. Sorted. */
  readonly paths: readonly string[]
  /** False where there are more than were looked at, or where it cannot be told. */
  readonly isWhole: boolean
}

export interface ExpandLimits {
  readonly paths: number
  /** Directory entries that are looked at in all. */
  readonly entries: number
}

const DEPTH_MAX = 32

/** The names that a shell's pattern stands for at this moment; rather some too many than one too few. */
export async function expandPattern(pattern: string, limits: ExpandLimits): Promise<Expansion> {
  const names = pattern.split('/').filter((name) => name !== '' && name !== '.')
  const search = { found: new Set<string>(), left: limits.entries, max: limits.paths, isWhole: true }
  await expand(search, '/', names, 0)
  return { paths: [...search.found].sort(), isWhole: search.isWhole }
}

interface Search {
  readonly found: Set<string>
  left: number
  readonly max: number
  isWhole: boolean
}

async function expand(search: Search, directory: string, names: readonly string[], depth: number): Promise<void> {
  if (!search.isWhole) return
  const [name, ...rest] = names
  if (name === undefined) {
    if (search.found.size >= search.max) search.isWhole = false
    else search.found.add(directory)
    return
  }
  if (!isNamePattern(name)) {
    const path = join(directory, name)
    if (name === '..' || exists(path)) await expand(search, path, rest, depth)
    return
  }
  const isDeep = name === '**' || name === '***'
  const matches = namePattern(isDeep ? '*' : name)
  if (isDeep) await expand(search, directory, rest, depth)
  for (const entry of await entriesOf(search, directory)) {
    if (!matches.test(entry.name)) continue
    const path = join(directory, entry.name)
    const isPlace = entry.isDirectory() || entry.isSymbolicLink()
    if (rest.length === 0 || isPlace) await expand(search, path, rest, depth)
    if (isDeep && entry.isDirectory()) {
      if (depth >= DEPTH_MAX) search.isWhole = false
      else await expand(search, path, names, depth + 1)
    }
  }
}

async function entriesOf(search: Search, directory: string): Promise<Dirent[]> {
  const entries: Dirent[] = []
  try {
    for await (const entry of await opendir(directory, { bufferSize: 256 })) {
      search.left -= 1
      if (search.left < 0) {
        search.isWhole = false
        return []
      }
      entries.push(entry)
    }
  } catch {
    // What cannot be listed by us cannot be expanded by a shell of the same user either.
    return []
  }
  return entries
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    // A name below a file, or one that is not ours to see.
    return false
  }
}
