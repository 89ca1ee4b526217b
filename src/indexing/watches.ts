import { type FSWatcher, watch } from 'node:fs'

/** One watch a directory: it costs less than watching a tree, and new directories are never missed. */
export interface Watches {
  readonly add: (directory: string) => void
  readonly removeBelow: (directory: string) => void
  readonly directories: () => number
  /** False once a directory could not be watched. */
  readonly isComplete: () => boolean
  readonly close: () => void
}

export function createWatches(root: string, most: number, changed: (directory: string) => void): Watches {
  const watchers = new Map<string, FSWatcher>()
  let isComplete = true

  const drop = (directory: string): void => {
    watchers.get(directory)?.close()
    watchers.delete(directory)
  }

  return {
    add: (directory) => {
      if (watchers.has(directory)) return
      if (watchers.size >= most) {
        isComplete = false
        return
      }
      try {
        const watcher = watch(directory === '' ? root : `${root}/${directory}`, { persistent: false })
        watcher.on('change', () => changed(directory))
        watcher.on('error', () => {
          drop(directory)
          changed(directory)
        })
        watchers.set(directory, watcher)
      } catch {
        // Gone already, or the system's own number of watches is used up.
        isComplete = false
      }
    },
    removeBelow: (directory) => {
      for (const known of [...watchers.keys()]) {
        if (known === directory || known.startsWith(`${directory}/`)) drop(known)
      }
    },
    directories: () => watchers.size,
    isComplete: () => isComplete,
    close: () => {
      for (const directory of [...watchers.keys()]) drop(directory)
    },
  }
}
