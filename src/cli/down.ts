import { setTimeout as pause } from 'node:timers/promises'
import { HostError } from '../base/host-error.ts'
import { describeCommand, type MakeCommand, toolsOf } from './command.ts'
import { findRunning } from './find-running.ts'

const STOP_WITHIN_MS = 15_000
const LOOK_EVERY_MS = 25

export const downCommand: MakeCommand = (context) =>
  describeCommand({
    name: 'down',
    summary: 'Stop upperhand. Pending approvals are kept.',
    examples: ['upperhand down'],
  }).action(async (_options, command) => {
    const { api, output } = toolsOf(context, command)
    const running = await findRunning(context)
    if (running !== undefined) {
      await api.post('/api/shutdown')
      await ended(running.pid)
    }
    output.answer({ stopped: running !== undefined }, () => [
      running === undefined ? 'upperhand was not running.' : 'upperhand has stopped.',
    ])
  })

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
