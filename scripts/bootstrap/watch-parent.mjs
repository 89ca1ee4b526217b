import { readFileSync } from 'node:fs'
import process from 'node:process'

const LOOK_EVERY_MS = 500

/**
 * Calls `stop` once npm is gone. npm may start scripts through a shell, and a killed npm leaves that shell waiting for
 * us; then the shell's parent is the one to watch. Without npm nothing is watched: `nohup` must keep working.
 */
export function watchParent(stop) {
  if (process.env.npm_lifecycle_event === undefined) return () => {}
  const before = ancestors()
  const timer = setInterval(() => {
    if (ancestors() === before) return
    clearInterval(timer)
    stop()
  }, LOOK_EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

function ancestors() {
  const parent = process.ppid
  return isScriptShell(parent) ? `${parent} ${parentOf(parent)}` : `${parent}`
}

/** Only Linux tells these for the price of reading a file; elsewhere the parent alone is watched. */
function isScriptShell(pid) {
  return read(`/proc/${pid}/cmdline`).includes('bootstrap.mjs')
}

function parentOf(pid) {
  const stat = read(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
