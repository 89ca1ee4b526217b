import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import { type Engine, findEngine } from './engines.ts'
import { type FindQuery, type Found, findFiles } from './find-files.ts'
import { parseGlob } from './glob.ts'
import { createRecentSearches, type PastSearch } from './recent-searches.ts'
import { searchText, type TextMatches } from './search-text.ts'
import type { SearchTree } from './search-tree.ts'
import type { TextQuery } from './text-query.ts'
import { stateOfTree } from './tree-state.ts'

interface Context {
  /** Less time than the limit gives. */
  readonly timeMs?: number
  readonly signal: AbortSignal
  readonly progress: (message: string) => void
}

/** Searching through names and contents. One service for every contract. */
export interface Search {
  readonly limits: Limits
  readonly find: (tree: SearchTree, query: FilesQuery, context: Context) => Promise<Found>
  readonly grep: (tree: SearchTree, query: LinesQuery, context: Context) => Promise<TextMatches>
  /** The state of every file a search would look through, or null if there are too many. */
  readonly stateOf: (tree: SearchTree, signal: AbortSignal) => Promise<string | null>
  readonly remember: (runId: string, search: Omit<PastSearch, 'at'>) => void
  readonly recent: (runId: string) => readonly PastSearch[]
  readonly endRun: (runId: string) => void
}

type WithGlobText<Query> = Omit<Query, 'glob'> & { readonly glob: string | undefined }
export type FilesQuery = WithGlobText<FindQuery>
export type LinesQuery = Omit<WithGlobText<TextQuery>, 'lineChars'>

interface Parts {
  readonly limits: Limits
  readonly clock: Clock
  /** Where programs are looked for if ours is not there. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly engine?: (env: Parts['env']) => Engine | null
}

export function createSearch({ limits, clock, env, engine = (where) => findEngine(where) }: Parts): Search {
  const recent = createRecentSearches(() => limits.searchesKept)
  let found: Engine | null = null
  const globOf = (text: string | undefined, tree: SearchTree) =>
    text === undefined ? null : parseGlob(text, tree.path)
  const watching = ({ timeMs = limits.searchMs, ...context }: Context) => ({
    ...context,
    timeMs: Math.min(timeMs, limits.searchMs),
  })
  return {
    limits,
    find: (tree, query, context) => findFiles(tree, { ...query, glob: globOf(query.glob, tree) }, watching(context)),
    grep: async (tree, query, context) => {
      found ??= engine(env)
      if (found === null) throw noEngine()
      const lines = { ...query, glob: globOf(query.glob, tree), lineChars: limits.searchLineChars }
      return await searchText(found, tree, lines, watching(context))
    },
    stateOf: stateOfTree,
    remember: (runId, search) => recent.add(runId, { ...search, at: clock.now() }),
    recent: recent.of,
    endRun: recent.endRun,
  }
}

function noEngine(): HostError {
  return new HostError('UNAVAILABLE', 'Neither ripgrep nor grep is here to search with.', {
    hint: 'Install ripgrep, or install upperhand again with its optional packages.',
  })
}
