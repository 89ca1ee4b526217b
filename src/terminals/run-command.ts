import type { BrokerLine } from './broker-line.ts'
import type { RunOptions, RunResult } from './terminals.ts'

/** A command that was interrupted gets so long to end. */
const INTERRUPTED_MS = 2_000

export async function runCommand(
  line: BrokerLine,
  session: string,
  text: string,
  options: RunOptions,
): Promise<RunResult> {
  const { result } = await line.ask('type', { session, text })
  return waitForCommand(line, session, result.number, options, result.start)
}

/** Waits for the real end: the shell says so. Out of time, the command goes on, unless it is to be interrupted. */
export async function waitForCommand(
  line: BrokerLine,
  session: string,
  number: number,
  { timeoutMs, signal, onTimeout = 'leave' }: RunOptions,
  start = 0,
): Promise<RunResult> {
  const until = { command: number }
  const { result } = await line.ask('wait', { session, cursor: start, until, timeoutMs }, { signal })
  if (result.reason === 'timeout' && onTimeout === 'interrupt') {
    await line.ask('write', { session, text: '\x03', mindSecrets: false })
    await line.ask('wait', { session, cursor: start, until, timeoutMs: INTERRUPTED_MS })
  }
  const { command, ended, cwdNow } = (await line.ask('command', { session, number })).result
  const isDone = command?.endedAt != null
  return {
    status: ended ?? (isDone ? 'done' : 'running'),
    number,
    exitCode: ended === 'exited' ? result.view.exitCode : (command?.exitCode ?? null),
    durationMs: command === null ? 0 : (command.endedAt ?? Date.now()) - command.startedAt,
    start: command?.start ?? start,
    end: command?.end ?? (ended === null ? null : result.view.end),
    cwd: command?.cwd ?? cwdNow,
  }
}
