import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import type { SessionUsage } from '../contract/terminals.ts'
import { findTree } from './end-tree.ts'
import { type ProcessRow, readProcess } from './process-table.ts'
import type { Session } from './session.ts'

const STTY_PATIENCE_MS = 2_000
const PAGE_BYTES = 4_096
const TICKS_PER_SECOND = 100
const LISTENING = '0A'

/** A password prompt: lines are read as a whole and not shown. Line editors also hide, but read key by key. */
export function isEchoOff(session: Session): Promise<boolean> {
  const { tty } = session.child
  if (tty === null || session.isOver()) return Promise.resolve(false)
  const flag = process.platform === 'darwin' ? '-f' : '-F'
  return new Promise((resolve) => {
    execFile('stty', [flag, tty, '-a'], { timeout: STTY_PATIENCE_MS }, (error, stdout) => {
      const words = new Set(stdout.split(/[\s;]+/))
      // Where nobody can tell, nothing is claimed; the person's keys are never recorded anyway.
      resolve(error === null && words.has('-echo') && (words.has('icanon') || asksSecrets(foregroundOf(session)?.name)))
    })
  })
}

/** These read key by key to show stars. */
/** As people call it: a program may have named its main thread instead of itself. */
export function programName({ pid, name }: ProcessRow): string {
  if (!name.endsWith('MainThread')) return name
  try {
    return basename(readlinkSync(`/proc/${pid}/exe`))
  } catch {
    return name
  }
}

function asksSecrets(program: string | undefined): boolean {
  return program !== undefined && ['sudo', 'su', 'doas', 'ssh', 'passwd', 'pinentry-curses'].includes(program)
}

/** Who reads the keyboard now. */
export function foregroundOf(session: Session): ProcessRow | undefined {
  const shell = readProcess(session.child.pid)
  if (shell === undefined) return undefined
  if (session.child.tty === null || shell.foreground <= 0) return shell
  return readProcess(shell.foreground) ?? shell
}

interface Look {
  readonly at: number
  readonly ticks: number
}

/** Remembers the last look, because load is a difference. */
export function createUsage(): (sessions: readonly Session[]) => SessionUsage[] {
  const looks = new WeakMap<Session, Look>()
  return (sessions) => {
    const listening =
      process.platform === 'linux' && sessions.length > 0 ? listeningSockets() : new Map<string, number>()
    return sessions.map((session) => {
      const rows = session.isOver() || process.platform !== 'linux' ? [] : findTree(session.tree)
      const now = { at: performance.now(), ticks: rows.reduce((sum, { ticks }) => sum + ticks, 0) }
      const before = looks.get(session)
      looks.set(session, now)
      return {
        id: session.id,
        processes: rows.length,
        cpuPercent: before === undefined ? 0 : loadBetween(before, now),
        memoryBytes: rows.reduce((sum, { pages }) => sum + pages * PAGE_BYTES, 0),
        ports: [...new Set(rows.flatMap(({ pid }) => portsOf(pid, listening)))].sort((a, b) => a - b),
      }
    })
  }
}

function loadBetween(before: Look, now: Look): number {
  const seconds = (now.at - before.at) / 1_000
  const load = ((now.ticks - before.ticks) / TICKS_PER_SECOND / Math.max(seconds, 0.001)) * 100
  return Math.max(0, Math.round(load * 10) / 10)
}

/** Inode of each listening socket, and its port. */
function listeningSockets(): Map<string, number> {
  const found = new Map<string, number>()
  for (const path of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of linesOf(path).slice(1)) {
      const fields = line.trim().split(/\s+/)
      const port = Number.parseInt(fields[1]?.split(':')[1] ?? '', 16)
      if (fields[3] === LISTENING && fields[9] !== undefined) found.set(fields[9], port)
    }
  }
  return found
}

function linesOf(path: string): string[] {
  try {
    return readFileSync(path, 'latin1').split('\n')
  } catch {
    // A kernel without IPv6.
    return []
  }
}

function portsOf(pid: number, listening: ReadonlyMap<string, number>): number[] {
  if (listening.size === 0) return []
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
      const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${name}`))?.[1]
      const port = inode === undefined ? undefined : listening.get(inode)
      return port === undefined ? [] : [port]
    })
  } catch {
    return []
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
