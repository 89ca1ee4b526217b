/** One search that a run made, with what it found. */
export interface PastSearch {
  readonly kind: 'file' | 'grep'
  readonly query: string
  readonly directory: string
  readonly at: number
  readonly total: number
  readonly isCut: boolean
  readonly results: readonly string[]
}

export interface RecentSearches {
  readonly add: (runId: string, search: PastSearch) => void
  /** The newest first. */
  readonly of: (runId: string) => readonly PastSearch[]
  readonly endRun: (runId: string) => void
}

const RUNS_MAX = 200

/** Kept in memory, for the run that made them and while it lasts. */
export function createRecentSearches(perKind: () => number): RecentSearches {
  const byRun = new Map<string, PastSearch[]>()
  return {
    add(runId, search) {
      const others = byRun.get(runId) ?? []
      byRun.delete(runId)
      const sameKind = others.filter(({ kind }) => kind === search.kind).slice(0, perKind() - 1)
      const kept = others.filter((one) => one.kind !== search.kind || sameKind.includes(one))
      byRun.set(runId, [search, ...kept])
      const [oldest] = byRun.keys()
      if (byRun.size > RUNS_MAX && oldest !== undefined) byRun.delete(oldest)
    },
    of: (runId) => byRun.get(runId) ?? [],
    endRun: (runId) => {
      byRun.delete(runId)
    },
  }
}
