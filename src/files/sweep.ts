import { type Dirent, lstatSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import type { CommandSweep } from '../contract/commands.ts'
import { type Ignored, ignoredAt, ignoredIn } from './ignored-names.ts'
import { namePattern } from './name-pattern.ts'
import { join } from './walk.ts'

export interface Swept {
  /** Files that must not be read unasked, among those that would be read; a few of them. */
  readonly closed: readonly string[]
  /** Why it cannot be said what would be read; null where it can. */
  readonly doubt: string | null
}

interface Parts {
  readonly isClosed: (path: string) => boolean
  /** Directory entries that are looked at in all. */
  readonly entries: number
}

interface State extends Parts {
  readonly sweep: CommandSweep
  readonly fits: readonly RegExp[] | null
  readonly closed: string[]
  readonly pending: { readonly path: string; readonly ignored: Ignored }[]
  left: number
  doubt: string | null
}

const CLOSED_MAX = 5
const ODD_NAME = /[\s'"\\]|^-/

/** Looks for what a recursive read would give away. `roots` are canonical. */
export async function sweepBelow(parts: Parts, roots: readonly string[], sweep: CommandSweep): Promise<Swept> {
  const state: State = {
    ...parts,
    sweep,
    fits: sweep.only?.map(onlyPattern) ?? null,
    closed: [],
    pending: roots.map((path) => ({ path, ignored: ignoredAt(path) })),
    left: parts.entries,
    doubt: null,
  }
  for (let place = state.pending.pop(); place !== undefined; place = state.pending.pop()) {
    const ignored = ignoredIn(place.ignored, place.path)
    for await (const entry of listed(place.path)) {
      look(state, entry, place.path, ignored)
      if (state.doubt !== null || state.closed.length >= CLOSED_MAX) return state
    }
  }
  return state
}

function look(state: State, entry: Dirent, directory: string, ignored: Ignored): void {
  const { sweep, fits, isClosed } = state
  state.left -= 1
  if (state.left < 0) {
    state.doubt = 'There is too much below it to tell what it reads.'
    return
  }
  if (isPassedBy(entry, sweep, ignored)) return
  const path = join(directory, entry.name)
  const isDirectory = entry.isDirectory()
  const isRead = !isDirectory && (fits === null || fits.some((one) => one.test(entry.name)))
  if (entry.isSymbolicLink() && (sweep.links === 'followed' || (sweep.links === 'read' && isRead))) {
    state.doubt = 'There are links below it, and it follows them.'
    return
  }
  if (!isRead && !isDirectory) return
  if (sweep.splitsNames && ODD_NAME.test(entry.name)) {
    state.doubt = 'A name below it has spaces or quotes in it and may be taken apart.'
    return
  }
  if (entry.isSymbolicLink()) return
  if (isRead && isClosed(path)) state.closed.push(path)
  if (isDirectory) state.pending.push({ path, ignored })
}

function isPassedBy(entry: Dirent, sweep: CommandSweep, { names, takesBack }: Ignored): boolean {
  // What a file such as .ignore takes back is read, however it is named.
  if (takesBack) return false
  if (sweep.skipsHidden && entry.name.startsWith('.')) return true
  return sweep.skipsIgnored && (names.has(entry.name) || (entry.isDirectory() && names.has(`${entry.name}/`)))
}

/** Hidden names are meant as well: `find -name '*'` and `--include` know no exception. */
function onlyPattern(pattern: string): RegExp {
  return new RegExp(namePattern(pattern).source.replace('^(?!\\.)', '^'), 'isu')
}

async function* listed(path: string): AsyncGenerator<Dirent> {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return
  try {
    yield* await opendir(path, { bufferSize: 256 })
  } catch {
    // What we may not list, nobody of the same user reads below.
  }
}
