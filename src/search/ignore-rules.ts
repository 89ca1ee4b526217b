import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ignore, { type Ignore } from 'ignore'

/** What .gitignore files say, as git reads them: the nearest file decides, and the repository's root is the border. */
export interface IgnoreRules {
  readonly ignores: (names: readonly string[], isDirectory: boolean) => boolean
  /** The rules in a directory, with its own files added; a repository in it starts afresh. */
  readonly within: (directory: readonly string[], texts: readonly string[], isRepository: boolean) => IgnoreRules
}

export const IGNORE_FILES = ['.gitignore', '.ignore'] as const
export const IGNORE_FILE_BYTES = 256 * 1024

/** Directories of version control, which no search looks through. */
export const VERSION_CONTROL = ['.git', '.hg', '.svn', '.jj'] as const

export const NO_RULES: IgnoreRules = { ignores: () => false, within: () => NO_RULES }

interface Layer {
  /** How many of the given names lead to the directory of the file; negative if it is above the base. */
  readonly depth: number
  /** From the directory of the file down to the base. */
  readonly above: readonly string[]
  readonly matcher: Ignore
}

function rulesOf(layers: readonly Layer[]): IgnoreRules {
  return {
    ignores(names, isDirectory) {
      for (let at = layers.length - 1; at >= 0; at -= 1) {
        const { depth, above, matcher } = layers[at] as Layer
        const path = [...above, ...(depth === 0 ? names : names.slice(depth))].join('/')
        const { ignored, unignored } = matcher.test(isDirectory ? `${path}/` : path)
        if (ignored) return true
        if (unignored) return false
      }
      return false
    },
    within(directory, texts, isRepository) {
      const kept = isRepository && directory.length > 0 ? [] : layers
      if (texts.length === 0) return kept === layers ? this : rulesOf(kept)
      return rulesOf([...kept, { depth: directory.length, above: [], matcher: matcherOf(texts) }])
    },
  }
}

function matcherOf(texts: readonly string[]): Ignore {
  const matcher = ignore({ allowRelativePaths: true })
  for (const text of texts) matcher.add(text)
  return matcher
}

export interface BaseRules {
  readonly rules: IgnoreRules
  /** The root of the repository the base is in, if it is in one. */
  readonly repository: string | null
  /** The rules above leave out the base itself: whoever names it wants it, so they do not count. */
  readonly isBaseIgnored: boolean
}

/** The rules that hold at a directory: those of its repository above it. */
export function rulesAt(base: string): BaseRules {
  const repository = repositoryOf(base)
  if (repository === null || repository === base) return { rules: rulesOf([]), repository, isBaseIgnored: false }
  const names = base
    .slice(repository.length)
    .split('/')
    .filter((name) => name !== '')
  const layers = names.flatMap((_, depth): Layer[] => {
    const directory = join(repository, ...names.slice(0, depth))
    const texts = IGNORE_FILES.map((file) => textOf(join(directory, file))).filter((text) => text !== null)
    return texts.length === 0 ? [] : [{ depth: 0, above: names.slice(depth), matcher: matcherOf(texts) }]
  })
  const isBaseIgnored = layers.some(({ above, matcher }) => matcher.test(`${above.join('/')}/`).ignored)
  return { rules: rulesOf(isBaseIgnored ? [] : layers), repository, isBaseIgnored }
}

function repositoryOf(base: string): string | null {
  for (let here = base; ; here = dirname(here)) {
    if (existsSync(join(here, '.git'))) return here
    if (dirname(here) === here) return null
  }
}

function textOf(path: string): string | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false })
    return stats?.isFile() && stats.size <= IGNORE_FILE_BYTES ? readFileSync(path, 'utf8') : null
  } catch {
    // Rules that cannot be read leave nothing out.
    return null
  }
}
