import type { Glob } from './glob.ts'
import {
  IGNORE_FILE_BYTES,
  IGNORE_FILES,
  type IgnoreRules,
  NO_RULES,
  rulesAt,
  VERSION_CONTROL,
} from './ignore-rules.ts'
import type { SearchDirectory, SearchTree } from './search-tree.ts'

export interface FindQuery {
  readonly glob: Glob | null
  readonly recursive: boolean
  readonly includeIgnored: boolean
  /** Directories count as found as well. */
  readonly directories: boolean
  readonly newestFirst: boolean
  readonly limit: number
  readonly offset: number
  /** Goes on past the limit, to know how many there are. */
  readonly countAll: boolean
}

export interface FoundPath {
  readonly path: string
  readonly type: 'file' | 'directory'
  readonly isLink: boolean
}

export interface Found {
  readonly paths: readonly FoundPath[]
  /** How many were found; all there are if `cut` is null. */
  readonly total: number
  readonly cut: 'limit' | 'time' | null
}

export interface Watching {
  readonly signal: AbortSignal
  readonly timeMs: number
  readonly progress: (message: string) => void
}

const PROGRESS_EVERY = 5_000
/** How many are remembered to find the newest among them. */
const NEWEST_OF = 100_000

/** The files whose path matches, in the order of the tree or the newest first. */
export async function findFiles(tree: SearchTree, query: FindQuery, watching: Watching): Promise<Found> {
  const { limit, offset, newestFirst, countAll } = query
  const ends = performance.now() + watching.timeMs
  const kept: (FoundPath & { readonly modifiedMs: number })[] = []
  let [total, seen] = [0, 0]
  let isLate = false
  const room = newestFirst ? NEWEST_OF : offset + limit

  const walked = await walkFiles(
    tree,
    query,
    watching.signal,
    (entry, directory) => {
      total += 1
      if (kept.length < room) {
        const modifiedMs = newestFirst ? (directory.modifiedMs(entry.name) ?? 0) : 0
        kept.push({ path: entry.path, type: entry.type, isLink: entry.isLink, modifiedMs })
      }
      return countAll || newestFirst || total <= offset + limit
    },
    (directory) => {
      seen += directory.entries.length
      if (seen >= PROGRESS_EVERY) {
        seen -= PROGRESS_EVERY
        watching.progress(`${total} found, looking in ${directory.names.at(-1) ?? '.'}`)
      }
      isLate = performance.now() > ends
      return !isLate
    },
  )

  if (newestFirst) kept.sort((a, b) => b.modifiedMs - a.modifiedMs)
  const paths = kept.slice(offset, offset + limit).map(({ path, type, isLink }) => ({ path, type, isLink }))
  return { paths, total, cut: isLate ? 'time' : !walked || total > offset + limit ? 'limit' : null }
}

interface WalkedEntry extends FoundPath {
  readonly name: string
}

type WalkQuery = Pick<FindQuery, 'glob' | 'recursive' | 'includeIgnored' | 'directories'>

/** Calls `found` for each match until it answers false. False if something stopped it. */
export async function walkFiles(
  tree: SearchTree,
  { glob, recursive, includeIgnored, directories }: WalkQuery,
  signal: AbortSignal,
  found: (entry: WalkedEntry, directory: SearchDirectory) => boolean,
  goesOn: (directory: SearchDirectory) => boolean,
): Promise<boolean> {
  const rulesIn = new Map<string, IgnoreRules>([['', includeIgnored ? NO_RULES : rulesAt(tree.path).rules]])
  return await tree.walk((directory) => {
    if (!goesOn(directory)) return null
    const { names, entries, path } = directory
    const above = rulesIn.get(names.join('/')) ?? NO_RULES
    rulesIn.delete(names.join('/'))
    const rules = includeIgnored ? NO_RULES : ownRules(above, directory)
    const next: string[] = []
    for (const { name, kind } of entries) {
      if (kind === 'other' || (kind === 'directory' && isVersionControl(name))) continue
      const here = [...names, name]
      const isDirectory = kind === 'directory'
      const isMatch = (directories || !isDirectory) && (glob === null || glob.matches(here))
      const isEntered = isDirectory && recursive && (glob === null || glob.reaches(here))
      if (!isMatch && !isEntered) continue
      if (rules.ignores(here, isDirectory)) continue
      const full = path.endsWith('/') ? `${path}${name}` : `${path}/${name}`
      if (isEntered) {
        next.push(name)
        rulesIn.set(here.join('/'), rules)
      }
      if (!isMatch || !tree.isShown(full)) continue
      const entry = { path: full, name, type: isDirectory ? 'directory' : 'file', isLink: kind === 'link' } as const
      if (!found(entry, directory)) return null
    }
    return next
  }, signal)
}

function ownRules(above: IgnoreRules, { names, entries, read }: SearchDirectory): IgnoreRules {
  const present = new Set(entries.filter(({ name }) => name.startsWith('.')).map(({ name }) => name))
  const texts = IGNORE_FILES.filter((file) => present.has(file))
    .map((file) => read(file, IGNORE_FILE_BYTES))
    .filter((text) => text !== null)
  return above.within(names, texts, present.has('.git'))
}

function isVersionControl(name: string): boolean {
  return (VERSION_CONTROL as readonly string[]).includes(name)
}
