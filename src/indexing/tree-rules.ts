import { posix } from 'node:path'
import { type IgnoreRules, rootRules } from './ignore-rules.ts'

/** Which rules are in force in which directory. A directory is known once its rules are. */
export interface TreeRules {
  readonly isKnown: (directory: string) => boolean
  readonly childrenOf: (directory: string) => readonly string[]
  /** Null when the directory above is not known: it will be looked at first. */
  readonly enter: (directory: string) => { readonly rules: IgnoreRules; readonly isChanged: boolean } | null
  readonly forget: (directory: string) => void
  readonly clear: () => void
}

export function createTreeRules(textOf: (path: string) => string | null): TreeRules {
  const known = new Map<string, { readonly rules: IgnoreRules; readonly own: string | null }>()
  const children = new Map<string, Set<string>>()

  const made = (directory: string, own: string | null): IgnoreRules | null => {
    if (directory === '') return rootRules([textOf('.git/info/exclude'), own])
    return known.get(parentOf(directory))?.rules.below(posix.basename(directory), own) ?? null
  }

  const siblings = (directory: string): Set<string> => children.get(parentOf(directory)) ?? new Set()

  return {
    isKnown: (directory) => known.has(directory),
    childrenOf: (directory) => [...(children.get(directory) ?? [])],
    enter: (directory) => {
      const own = textOf(within(directory, '.gitignore'))
      const rules = made(directory, own)
      if (rules === null) return null
      const before = known.get(directory)
      known.set(directory, { rules, own })
      if (directory !== '') children.set(parentOf(directory), siblings(directory).add(directory))
      return { rules, isChanged: before !== undefined && before.own !== own }
    },
    forget: (directory) => {
      children.get(parentOf(directory))?.delete(directory)
      for (const one of [...known.keys()]) {
        if (one !== directory && !one.startsWith(`${directory}/`)) continue
        known.delete(one)
        children.delete(one)
      }
    },
    clear: () => {
      known.clear()
      children.clear()
    },
  }
}

export function within(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`
}

function parentOf(directory: string): string {
  const end = directory.lastIndexOf('/')
  return end === -1 ? '' : directory.slice(0, end)
}
