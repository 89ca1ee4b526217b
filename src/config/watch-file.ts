import { type FSWatcher, statSync, watch } from 'node:fs'

const LOOK_EVERY_MS = 1_000
const SETTLE_MS = 40

/**
 * Calls `onChange` after a file was edited, replaced, made or removed. Watching its directory would also report every
 * write to the database beside it; so the file itself is watched, and a slow look notices when the name means another file.
 */
export function watchFile(path: string, onChange: () => void): () => void {
  let watcher: FSWatcher | undefined
  let watched = identity(path)
  let seen = state(path)
  let settle: NodeJS.Timeout | undefined

  const look = () => {
    const now = state(path)
    if (identity(path) !== watched) rearm()
    if (now === seen) return
    seen = now
    onChange()
  }
  const lookSoon = () => {
    clearTimeout(settle)
    settle = setTimeout(look, SETTLE_MS)
  }
  const rearm = () => {
    watcher?.close()
    watcher = undefined
    watched = identity(path)
    if (watched === undefined) return
    try {
      watcher = watch(path, { persistent: false }, lookSoon)
      watcher.on('error', () => watcher?.close())
    } catch {
      // No watches left, or none on this file system: the slow look remains.
    }
  }

  rearm()
  const timer = setInterval(look, LOOK_EVERY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    clearTimeout(settle)
    watcher?.close()
  }
}

function identity(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && `${stat.dev}:${stat.ino}`
}

function state(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stat && `${stat.dev}:${stat.ino}:${stat.size}:${stat.mtimeNs}`
}
