import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { connectDaemon } from './shim/connect.mjs'
import { dataDirectoryPath } from './shim/home.mjs'
import { readOptions } from './shim/options.mjs'
import { Shim } from './shim/shim.mjs'

const FLUSH_WITHIN_MS = 1_000

/** `upperhand stdio`: stands between a client's pipes and the daemon's socket. */
export function runShim(args, start = startDaemon) {
  let home
  let options
  try {
    home = dataDirectoryPath()
    options = readOptions(args, process.cwd())
  } catch (cause) {
    process.stderr.write(`${cause.message}\n`)
    process.exitCode = 2
    return
  }
  const hello = { workdir: options.workdir, pid: process.pid, parent: parentName(), profile: options.profile }
  const connect = () => connectDaemon({ home, hello, start: () => start(home) })
  // Dialled before the standard streams are made, which takes longer than the daemon needs to answer.
  let first = connect()
  new Shim({
    input: process.stdin,
    output: process.stdout,
    connect: () => {
      const connecting = first ?? connect()
      first = undefined
      return connecting
    },
    // A daemon that ends in order takes this file with it; a killed one leaves it.
    wasStopped: () => !existsSync(join(home, 'daemon.json')),
    onEnd: () => {
      process.stdin.destroy()
      setTimeout(() => process.exit(), FLUSH_WITHIN_MS).unref()
    },
  }).start()
}

/** Loaded only when needed: most of the time the daemon is already there. */
async function startDaemon(home) {
  return (await import('./shim/start-daemon.mjs')).startDaemon(home)
}

/** What started us, where that is cheap to know: a name for people, proof of nothing. */
function parentName() {
  try {
    return readFileSync(`/proc/${process.ppid}/comm`, 'utf8').trim()
  } catch {
    return undefined
  }
}
