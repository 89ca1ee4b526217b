import type { SessionUsage, SessionView } from '../contract/terminals.ts'
import { type Output, shown, span, table } from './output.ts'

const ID_CHARS = 12
const COMMAND_CHARS = 60

/** Terminals as people read them; the beginning of an id is enough to name one. */
export function terminalLines(terminals: readonly SessionView[], { paint }: Output, now: number): string[] {
  if (terminals.length === 0) return ['No terminals. Open one: upperhand term new']
  const head = ['ID', 'STATE', 'OWNER', 'AGE', 'COMMAND'].map((word) => paint('dim', word))
  return table([
    head,
    ...terminals.map((session) => [
      session.id.slice(0, ID_CHARS),
      stateWords(session),
      shown(session.owner.label),
      span(now - session.startedAt),
      commandWords(session),
    ]),
  ])
}

export type BoardEntry = SessionView & Omit<SessionUsage, 'id'>

const MIB = 1024 * 1024

export function processLines(processes: readonly BoardEntry[], { paint }: Output, now: number): string[] {
  if (processes.length === 0) return ['No processes.']
  const head = ['ID', 'STATE', 'PID', 'CPU', 'MEMORY', 'PORTS', 'OWNER', 'AGE', 'COMMAND']
  return table([
    head.map((word) => paint('dim', word)),
    ...processes.map((one) => [
      one.id.slice(0, ID_CHARS),
      stateWords(one),
      one.endedAt === null ? String(one.pid) : '-',
      one.endedAt === null ? `${one.cpuPercent.toFixed(0)}%` : '-',
      one.endedAt === null ? `${(one.memoryBytes / MIB).toFixed(0)} MB` : '-',
      one.ports.length === 0 ? '-' : one.ports.join(','),
      shown(one.owner.label),
      span(now - one.startedAt),
      commandWords(one),
    ]),
  ])
}

function stateWords({ state, exitCode, signal }: SessionView): string {
  if (exitCode === null) return state
  return `${state} (${signal ?? exitCode})`
}

function commandWords({ command }: SessionView): string {
  const text = shown(command)
  return text.length <= COMMAND_CHARS ? text : `${text.slice(0, COMMAND_CHARS - 1)}…`
}
