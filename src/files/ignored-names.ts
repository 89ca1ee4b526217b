import { lstatSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { join } from './walk.ts'

/** What ignore files say, as far as it is plain: too little is known rather than too much. */
export interface Ignored {
  /** `name`, or `name/` for directories alone. */
  readonly names: ReadonlySet<string>
  /** Something is taken back with `!`: then nothing is sure to be passed by. */
  readonly takesBack: boolean
  /** Outside of a repository `.gitignore` means nothing. */
  readonly isRepository: boolean
}

const FILE_MAX = 256 * 1024

/** What holds in a directory because of those above it. */
export function ignoredAt(path: string): Ignored {
  const above: string[] = []
  let isRepository = false
  for (let place = path; !isRepository; place = dirname(place)) {
    above.push(place)
    isRepository = kindAt(join(place, '.git')) !== 'nothing'
    if (dirname(place) === place) break
  }
  const none: Ignored = { names: new Set(), takesBack: false, isRepository }
  return above.slice(1).reduceRight(ignoredIn, none)
}

/** What holds in a directory, its own ignore files included. */
export function ignoredIn(from: Ignored, directory: string): Ignored {
  const git = readLines(join(directory, '.gitignore'))
  const others = ['.ignore', '.rgignore'].flatMap((name) => readLines(join(directory, name)))
  if (git.length === 0 && others.length === 0) return from
  const takesBack = from.takesBack || [...git, ...others].some((line) => line.startsWith('!') || line === UNREADABLE)
  const plain = from.isRepository ? git.filter((line) => /^[\w.@-]+\/?$/.test(line)) : []
  return { ...from, takesBack, names: plain.length === 0 ? from.names : new Set([...from.names, ...plain]) }
}

const UNREADABLE = '!'

function readLines(path: string): string[] {
  const kind = kindAt(path)
  if (kind === 'nothing') return []
  if (kind === 'other') return [UNREADABLE]
  try {
    return readFileSync(path, 'utf8')
      .split(/\r?\n/)
      .map((line) => line.trim())
  } catch {
    // Nobody knows what it takes back.
    return [UNREADABLE]
  }
}

function kindAt(path: string): 'nothing' | 'file' | 'other' {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    if (stats === undefined) return 'nothing'
    return stats.isFile() && stats.size <= FILE_MAX ? 'file' : 'other'
  } catch {
    // A directory that cannot be searched holds nothing for us.
    return 'nothing'
  }
}
