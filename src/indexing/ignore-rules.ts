import ignore, { type Ignore } from 'ignore'

/** The rules in force in one directory: its own and those of the directories above, up to the root. */
export interface IgnoreRules {
  /** `name` stands directly in this directory. */
  readonly isIgnored: (name: string, isDirectory: boolean) => boolean
  /** The rules of a directory below, with the text of its .gitignore if there is one. */
  readonly below: (name: string, text: string | null) => IgnoreRules
}

interface Level {
  readonly rules: Ignore
  /** From where the rules stand to the directory. */
  readonly path: string
}

/** Never worth an index, with or without a .gitignore. */
const NEVER = new Set(
  (
    '.git .hg .svn .jj .build .swiftpm .gradle .venv .tox .mypy_cache .pytest_cache .ruff_cache .next .nuxt .turbo ' +
    '.cache .DS_Store node_modules bower_components DerivedData __pycache__ .upperhand'
  ).split(' '),
)

export function rootRules(texts: readonly (string | null)[]): IgnoreRules {
  return rulesOf(texts.flatMap((text) => (text === null ? [] : [{ rules: parsed(text), path: '' }])))
}

function rulesOf(levels: readonly Level[]): IgnoreRules {
  return {
    isIgnored: (name, isDirectory) => {
      if (NEVER.has(name)) return true
      let isIgnored = false
      for (const { rules, path } of levels) {
        const { ignored, unignored } = rules.test(`${path}${name}${isDirectory ? '/' : ''}`)
        if (ignored) isIgnored = true
        else if (unignored) isIgnored = false
      }
      return isIgnored
    },
    below: (name, text) => {
      const above = levels.map(({ rules, path }) => ({ rules, path: `${path}${name}/` }))
      return rulesOf(text === null ? above : [...above, { rules: parsed(text), path: '' }])
    },
  }
}

const RULES_MAX_CHARS = 256 * 1024

function parsed(text: string): Ignore {
  return ignore({ allowRelativePaths: true }).add(text.slice(0, RULES_MAX_CHARS))
}
