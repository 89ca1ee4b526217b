import type { RunContext } from '../operation.ts'
import { cwdOf } from './cwd-of.ts'
import { knownShell } from './known-shell.ts'
import { readOutput } from './read-output.ts'
import type { CommandEnd, CommandPlan } from './run-in-shell.ts'
import { AGENT_ENV } from './run-shell.ts'
import type { Sessions } from './sessions.ts'

const FIRST_OUTPUT_MS = 500
const MS_PER_SECOND = 1_000

/** Starts a command of its own terminal and answers with its handle and what it says in the first moment. */
export async function runInBackground(sessions: Sessions, plan: CommandPlan, context: RunContext): Promise<CommandEnd> {
  const { terminals, own } = sessions
  const startedAt = performance.now()
  const shell = plan.shell === undefined ? sessions.loginShell() : knownShell(plan.shell)
  const session = await terminals.open({
    owner: own.ownerFor(context.caller),
    kind: 'pty',
    command: plan.command,
    cwd: cwdOf(plan.cwd),
    env: AGENT_ENV,
    isBackground: true,
    onRunEnd: sessions.onRunEnd(context.caller.profile),
    ...(shell === undefined ? {} : { shell }),
  })
  await terminals.wait(session.id, {
    cursor: 0,
    until: 'exit',
    timeoutMs: FIRST_OUTPUT_MS,
    signal: context.signal,
  })
  const read = await readOutput(sessions, session, { cursor: 0, maxBytes: sessions.limits.readOutputBytes })
  const { exitCode, signal, endedAt } = read.session
  return {
    terminalId: session.id,
    command: plan.command,
    output: read.text,
    exitCode,
    executionTime: (performance.now() - startedAt) / MS_PER_SECOND,
    isBackground: true,
    isRunning: endedAt === null,
    pid: session.pid,
    cwd: session.cwd,
    tty_name: session.tty,
    end_index: read.next,
    truncated: false,
    ...(signal === null ? {} : { signal }),
  }
}
