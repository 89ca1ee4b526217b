import { setTimeout as pause } from 'node:timers/promises'
import { HostError } from '../base/host-error.ts'
import { createApi } from './api.ts'
import type { Place } from './context.ts'
import { findRunning } from './find-running.ts'

const STOP_WITHIN_MS = 15_000
const LOOK_EVERY_MS = 25

/** False when nothing was running. Resolves when the process is gone. */
export async function stopDaemon(place: Place): Promise<boolean> {
  const running = await findRunning(place)
  if (running === undefined) return false
  await createApi(place.env).post('/api/shutdown')
  await ended(running.pid)
  return true
}

async function ended(pid: number): Promise<void> {
  const deadline = performance.now() + STOP_WITHIN_MS
  while (performance.now() < deadline) {
    if (!isAlive(pid)) return
    await pause(LOOK_EVERY_MS)
  }
  throw new HostError('TIMEOUT', `upperhand was told to stop, but its process ${pid} is still there.`, {
    hint: 'See upperhand logs for what holds it.',
  })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
