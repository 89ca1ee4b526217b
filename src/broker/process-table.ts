import { readdirSync, readFileSync } from 'node:fs'

export interface ProcessRow {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly session: number
  /** Foreground group of its terminal. */
  readonly foreground: number
  /** Distinguishes a process from a later one with the same number. */
  readonly born: number
  readonly isZombie: boolean
  readonly name: string
  /** Clock ticks of processor time. */
  readonly ticks: number
  readonly pages: number
}

/** All processes of the machine (Linux). Those that end while we look are left out. */
export function readProcesses(): ProcessRow[] {
  return pids().flatMap((pid) => readProcess(pid) ?? [])
}

export function pids(): number[] {
  return readdirSync('/proc')
    .filter((name) => name.charCodeAt(0) >= 0x30 && name.charCodeAt(0) <= 0x39)
    .map(Number)
}

export function readProcess(pid: number): ProcessRow | undefined {
  const text = readText(`/proc/${pid}/stat`)
  if (text === undefined) return undefined
  // The name stands in brackets and may hold anything, brackets included.
  const open = text.indexOf('(')
  const close = text.lastIndexOf(')')
  const fields = text.slice(close + 2).split(' ')
  const at = (index: number) => Number(fields[index])
  return {
    pid,
    name: text.slice(open + 1, close),
    isZombie: fields[0] === 'Z' || fields[0] === 'X',
    parent: at(1),
    group: at(2),
    session: at(3),
    foreground: at(5),
    ticks: at(11) + at(12),
    born: at(19),
    pages: at(21),
  }
}

/** The same process still, and not a later one with its number. */
export function isAlive({ pid, born }: { readonly pid: number; readonly born: number }): boolean {
  const row = readProcess(pid)
  return row !== undefined && row.born === born && !row.isZombie
}

/** Null for a process that is just being replaced or ended, or is not ours to read. */
export function environmentOf(pid: number): string | null {
  const text = readText(`/proc/${pid}/environ`)
  return text === undefined || text === '' ? null : text
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // Gone, or another user's.
    return undefined
  }
}
