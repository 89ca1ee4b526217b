import { spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { HostError } from '../base/host-error.ts'
import { openDataDirectory } from '../config/data-directory.ts'
import { ERROR_CODES } from '../contract/errors.ts'
import type { StatusView } from '../contract/status.ts'
import type { Place } from './context.ts'
import { findRunning } from './find-running.ts'

const START_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 25
/** Ours to keep, or meant for another program. */
const WITHHELD = ['UPPERHAND_TOKEN', 'NODE_OPTIONS', 'NODE_CHANNEL_FD', 'NODE_UNIQUE_ID']

/** Starts the daemon so that it outlives us, and waits until it answers. */
export async function startDaemon(place: Place): Promise<StatusView> {
  const attempt = spawnDaemon(place)
  const deadline = performance.now() + START_WITHIN_MS
  while (performance.now() < deadline) {
    await pause(LOOK_EVERY_MS)
    const status = await findRunning(place).catch(() => undefined)
    if (status !== undefined) return status
    const code = attempt.exitCode()
    // Another daemon may just be starting in our place.
    if (code !== undefined && code !== ERROR_CODES.CONFLICT.exit) throw couldNotStart(attempt.lastWords())
  }
  throw couldNotStart(attempt.lastWords() || 'It did not answer in time.')
}

function spawnDaemon({ env, program }: Place) {
  const path = openDataDirectory(env).path('logs/daemon.log')
  const log = openSync(path, 'a', 0o600)
  const from = fstatSync(log).size
  let exitCode: number | undefined
  const child = spawn(process.execPath, [program, 'serve', '--background'], {
    cwd: '/',
    env: Object.fromEntries(Object.entries(env).filter(([name]) => !WITHHELD.includes(name))),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.once('error', () => {
    exitCode = -1
  })
  child.once('exit', (code) => {
    exitCode = code ?? -1
  })
  child.unref()
  return {
    exitCode: () => exitCode,
    /** What it said in plain words; lines of the log are objects. */
    lastWords: () =>
      readFileSync(path)
        .subarray(from)
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('{'))
        .join(' '),
  }
}

function couldNotStart(reason: string): HostError {
  return new HostError('UNAVAILABLE', `upperhand could not start. ${reason}`.trim(), {
    hint: 'See more with upperhand logs, or run upperhand serve in this terminal.',
  })
}
