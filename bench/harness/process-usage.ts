import { readdirSync, readFileSync } from 'node:fs'

const NANOSECONDS_PER_MS = 1e6
const MICROSECONDS_PER_MS = 1e3
const MEGABYTE_IN_KB = 1024

/** CPU time of a process and all its threads in milliseconds; undefined where the system does not tell. */
export function cpuMs(pid: number): number | undefined {
  try {
    const nanoseconds = readdirSync(`/proc/${pid}/task`)
      .map((task) => readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'latin1'))
      .reduce((total, line) => total + Number(line.split(' ')[0]), 0)
    return nanoseconds / NANOSECONDS_PER_MS
  } catch {
    return undefined
  }
}

/** The same of this process. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / MICROSECONDS_PER_MS
}

/** Resident memory in MB; undefined where the system does not tell. */
export function residentMb(pid: number): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(statusOf(pid))?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / MEGABYTE_IN_KB
}

/** False for a process that has ended but that nobody has waited for. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(statusOf(pid))
  } catch {
    return false
  }
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch {
    return ''
  }
}
