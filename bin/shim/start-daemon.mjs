import { closeSync, existsSync, fstatSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { findRuntime, NO_RUNTIME } from '../runtime.mjs'

const PROGRAM = fileURLToPath(new URL('../upperhand.mjs', import.meta.url))
/** Ours to keep, or meant for the client's own Node and not for the daemon. */
const WITHHELD = ['UPPERHAND_TOKEN', 'NODE_OPTIONS', 'NODE_CHANNEL_FD', 'NODE_UNIQUE_ID']

/** Starts the daemon so that it outlives us. What it says before it has a log of its own is kept for the error. */
export async function startDaemon(home) {
  const runtime = findRuntime()
  if (runtime === undefined) throw new Error(NO_RUNTIME)
  const { spawn } = await import('node:child_process')
  const words = openWords(home)
  const child = spawn(runtime, [PROGRAM, 'serve', '--background'], {
    cwd: process.platform === 'win32' ? undefined : '/',
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !WITHHELD.includes(name))),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', words.fd, words.fd],
  })
  closeSync(words.fd)
  let exitCode
  child.once('error', () => {
    exitCode = -1
  })
  child.once('exit', (code) => {
    exitCode = code ?? -1
  })
  child.unref()
  return { exitCode: () => exitCode, lastWords: words.last, forget: words.forget }
}

/** The daemon's log once there is one; on the very first start a file that is thrown away. */
function openWords(home) {
  const logs = join(home, 'logs')
  const scratch = existsSync(logs) ? undefined : mkdtempSync(join(tmpdir(), 'upperhand-start-'))
  const path = join(scratch ?? logs, 'daemon.log')
  const fd = openSync(path, 'a', 0o600)
  const from = fstatSync(fd).size
  const forget = () => scratch && rmSync(scratch, { recursive: true, force: true })
  const last = () => {
    const text = readFileSync(path).subarray(from).toString('utf8')
    forget()
    return text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('{'))
      .join(' ')
  }
  return { fd, last, forget }
}
