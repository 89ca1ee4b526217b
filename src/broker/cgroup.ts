import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const REMOVE_ATTEMPTS = 50
const REMOVE_EVERY_MS = 10

/**
 * A control group of the broker's own: whatever it starts is born into it and cannot leave, whichever environment,
 * session or parent it gives itself. Needs a unified hierarchy that we may write; null elsewhere.
 */
export function makeGroup(id: string): string | null {
  if (process.platform !== 'linux') return null
  try {
    const mount = unifiedMount()
    const own = readFileSync('/proc/self/cgroup', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('0::'))
      ?.slice(3)
    if (mount === undefined || own === undefined) return null
    const path = join(mount, own, `upperhand-${id}`)
    mkdirSync(path)
    return path
  } catch {
    // Not ours to write, as on most machines outside of a user's own service manager.
    return null
  }
}

export function enterGroup(path: string): boolean {
  try {
    writeFileSync(join(path, 'cgroup.procs'), String(process.pid))
    return true
  } catch {
    void removeGroup(path)
    return false
  }
}

/** Kills the others in it, goes back to where we came from, and removes it. */
export async function leaveGroup(path: string): Promise<void> {
  for (const pid of membersOf(path)) if (pid !== process.pid) kill(pid)
  try {
    writeFileSync(join(dirname(path), 'cgroup.procs'), String(process.pid))
  } catch {
    // Then it stays until we end, and whoever starts next does not mind.
  }
  await removeGroup(path)
}

/** Ends everything in it at once, by the kernel. */
export function killGroup(path: string): void {
  try {
    writeFileSync(join(path, 'cgroup.kill'), '1')
  } catch {
    // Gone with its last member, or an older kernel: the sweep by marks finds what it can.
  }
}

/** Who was killed is in it until the kernel has tidied up. */
export async function removeGroup(path: string): Promise<void> {
  for (let attempt = 0; attempt < REMOVE_ATTEMPTS; attempt += 1) {
    try {
      rmdirSync(path)
      return
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return
      await pause(REMOVE_EVERY_MS)
    }
  }
}

function membersOf(path: string): readonly number[] {
  try {
    return readFileSync(join(path, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number)
  } catch {
    return []
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

function unifiedMount(): string | undefined {
  return readFileSync('/proc/self/mountinfo', 'utf8')
    .split('\n')
    .find((line) => line.includes(' - cgroup2 '))
    ?.split(' ')[4]
}
