import { createHash } from 'node:crypto'
import { walkFiles } from './find-files.ts'
import type { SearchTree } from './search-tree.ts'

const FILES_MAX = 20_000

/** One text for the names, sizes and times of all files that .gitignore does not leave out. */
export async function stateOfTree(tree: SearchTree, signal: AbortSignal): Promise<string | null> {
  const state = createHash('sha256')
  let count = 0
  const everything = { glob: null, recursive: true, includeIgnored: false, directories: false }
  const isWhole = await walkFiles(
    tree,
    everything,
    signal,
    ({ name, path }, directory) => {
      count += 1
      state.update(`${path}\0${directory.stateOf(name)}\n`)
      return count <= FILES_MAX
    },
    () => true,
  )
  return isWhole ? state.digest('hex') : null
}
