import { endTree, type Tree } from './end-tree.ts'
import { environmentOf, readProcesses } from './process-table.ts'

/** Looks, a moment after commands ended, whether they left anything behind; many commands cost one look. */
export interface Stragglers {
  readonly expect: (tree: Tree) => void
}

const LATER_MS = 200
const PATIENCE_MS = 2_000

export function createStragglers(): Stragglers {
  let trees: Tree[] = []
  let isPlanned = false
  const look = (): void => {
    isPlanned = false
    const ended = trees
    trees = []
    const since = Math.min(...ended.map((tree) => tree.since ?? 0))
    const left = new Set<string>()
    for (const { pid, born, isZombie } of readProcesses()) {
      if (isZombie || born < since) continue
      for (const entry of environmentOf(pid)?.split('\0') ?? []) left.add(entry)
    }
    for (const tree of ended) {
      // Its own number may be another's by now; the mark cannot.
      if (left.has(tree.mark)) void endTree({ ...tree, roots: [] }, { patienceMs: PATIENCE_MS })
    }
  }
  return {
    expect: (tree) => {
      if (process.platform !== 'linux') return
      trees.push(tree)
      if (isPlanned) return
      isPlanned = true
      setTimeout(look, LATER_MS)
    },
  }
}
