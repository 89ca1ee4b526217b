import { HostError } from '../../base/host-error.ts'
import type { Caller } from '../../contract/run.ts'
import type { SessionView } from '../../contract/terminals.ts'
import type { Located } from '../../files/files.ts'
import type { RunContext } from '../operation.ts'
import { cwdOf } from './cwd-of.ts'
import { knownShell } from './known-shell.ts'
import { readOutput } from './read-output.ts'
import type { Sessions } from './sessions.ts'

export interface CommandPlan {
  readonly command: string
  readonly cwd: Located
  readonly shell: string | undefined
  readonly timeoutMs: number
}

export interface CommandEnd {
  readonly terminalId: string
  readonly command: string
  readonly output: string
  readonly exitCode: number | null
  readonly executionTime: number
  readonly isBackground: boolean
  readonly isRunning: boolean
  readonly pid: number
  readonly cwd: string
  readonly tty_name: string | null
  readonly end_index: number
  readonly truncated: boolean
  readonly signal?: string
}

/** The shell of the run, if a command can be given to it: nothing runs in it, and nobody else is typing. */
export async function shellFor(
  { shells, terminals }: Sessions,
  caller: Caller,
  shell: string | undefined,
): Promise<SessionView | undefined> {
  const current = shells.current(caller)
  if (current === undefined || shells.isHeld(current.id)) return undefined
  if (shell !== undefined && !isSameShell(current, knownShell(shell))) return undefined
  const now = await atPrompt(terminals, await terminals.refresh(current.id))
  return now.prompt === 'prompt' && now.lease.holder === 'free' && now.endedAt === null ? now : undefined
}

/** Between the end of a command and the next prompt a shell is on its way, not busy. */
async function atPrompt(terminals: Sessions['terminals'], session: SessionView): Promise<SessionView> {
  const isBusy = session.lastCommand !== null && session.lastCommand.endedAt === null
  if (session.prompt === 'prompt' || session.prompt === 'none' || isBusy) return session
  const waited = await terminals.wait(session.id, { cursor: session.end, until: 'prompt', timeoutMs: PROMPT_MS })
  return waited.session
}

function isSameShell({ shell }: SessionView, wanted: string): boolean {
  return shell === wanted || shell?.split('/').at(-1) === wanted
}

const MS_PER_SECOND = 1_000
const CD_MS = 10_000
const PROMPT_MS = 10_000

/**
 * Runs a command in the shell of the run and waits for its real end. A shell in which something still runs is left to
 * it: the command gets a fresh one in the same directory. What runs at the same time as another call gets one of its
 * own, which ends with it.
 */
export async function runInShell(sessions: Sessions, plan: CommandPlan, context: RunContext): Promise<CommandEnd> {
  const { shells, terminals } = sessions
  const { caller } = context
  const options = { cwd: cwdOf(plan.cwd), shell: plan.shell === undefined ? undefined : knownShell(plan.shell) }
  const current = shells.current(caller)
  if (current !== undefined && shells.isHeld(current.id)) {
    const beside = await shells.openBeside(caller, options)
    const end = await runIn(sessions, beside, plan, context)
    // Still running, it is the handle that the caller was given.
    if (!end.isRunning) await terminals.stop(beside.id, { force: true })
    return end
  }
  const session = (await shellFor(sessions, caller, plan.shell)) ?? (await shells.open(caller, options))
  using held = shells.hold(session.id)
  // Taken while it was opened: try again, beside it.
  if (held === undefined) return runInShell(sessions, plan, context)
  return await runIn(sessions, session, plan, context)
}

async function runIn(
  sessions: Sessions,
  session: SessionView,
  plan: CommandPlan,
  { signal }: RunContext,
): Promise<CommandEnd> {
  const { terminals, lines } = sessions
  const { id } = session
  const path = plan.cwd.resource.path
  if (lines.of(id).line !== '') await emptyLine(sessions, session, signal)
  if (session.cwdNow !== path) {
    const moved = await terminals.run(id, `cd -- ${quoted(path)}`, { timeoutMs: CD_MS, signal })
    if (moved.cwd !== path) throw new HostError('CONFLICT', `The shell did not get to ${path}.`)
  }
  const ran = await terminals.run(id, plan.command, { timeoutMs: plan.timeoutMs, signal }).finally(async () => {
    // Nobody waits for it any more: as if its caller had pressed Ctrl-C.
    if (signal.aborted) await terminals.signal(id, 'INT')
  })
  signal.throwIfAborted()
  if (ran.status === 'incomplete') {
    throw new HostError('INVALID_PARAMETERS', 'The shell waits for the rest of the command, so it was dropped.', {
      hint: 'Close every quote and here-document.',
    })
  }
  const read = await readOutput(sessions, session, {
    cursor: ran.start,
    maxBytes: sessions.limits.readOutputMaxBytes,
    ...(ran.end === null ? {} : { end: ran.end }),
  })
  const isCut = read.gap > 0 || read.next < (ran.end ?? read.session.end)
  const rest = isCut ? await tailOf(sessions, session, ran.end) : ''
  return {
    terminalId: id,
    command: plan.command,
    output: isCut ? `${read.text}\n[… output left out …]\n${rest}` : read.text,
    exitCode: ran.exitCode,
    executionTime: ran.durationMs / MS_PER_SECOND,
    isBackground: false,
    isRunning: ran.status === 'running',
    pid: session.pid,
    cwd: ran.cwd,
    tty_name: session.tty,
    end_index: ran.end ?? read.next,
    truncated: isCut,
    ...(signalOf(ran.exitCode) ?? {}),
  }
}

const TAIL_BYTES = 256 * 1024

async function tailOf(sessions: Sessions, session: SessionView, end: number | null): Promise<string> {
  const to = end ?? (await sessions.terminals.refresh(session.id)).end
  const { text } = await readOutput(sessions, session, {
    cursor: Math.max(0, to - TAIL_BYTES),
    maxBytes: TAIL_BYTES,
    end: to,
  })
  return text
}

/** What was typed and not entered is nobody's command: it is dropped, as a person would drop it. */
async function emptyLine({ terminals, lines }: Sessions, { id, end }: SessionView, signal: AbortSignal): Promise<void> {
  lines.typed(id, '\u0003')
  await terminals.write(id, '\u0003', { by: 'agent' })
  const { reason } = await terminals.wait(id, { cursor: end, until: 'prompt', timeoutMs: CD_MS, signal })
  if (reason !== 'met') throw new HostError('CONFLICT', 'The terminal did not come back to its prompt.')
}

/** A shell tells of a signal as 128 and its number. */
function signalOf(exitCode: number | null): { signal: string } | undefined {
  const name = exitCode === null ? undefined : SIGNALS.get(exitCode - 128)
  return name === undefined ? undefined : { signal: name }
}

const SIGNALS: ReadonlyMap<number, string> = new Map([
  [1, 'SIGHUP'],
  [2, 'SIGINT'],
  [3, 'SIGQUIT'],
  [6, 'SIGABRT'],
  [8, 'SIGFPE'],
  [9, 'SIGKILL'],
  [11, 'SIGSEGV'],
  [13, 'SIGPIPE'],
  [14, 'SIGALRM'],
  [15, 'SIGTERM'],
])

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`
}
