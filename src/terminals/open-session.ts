import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import type { Bounds } from '../broker/protocol.ts'
import type { SessionView } from '../contract/terminals.ts'
import type { BrokerLine } from './broker-line.ts'
import type { LoginShell } from './login-shell.ts'
import type { Mirror } from './mirror.ts'
import { argvOf } from './run-exec.ts'
import type { OpenPlan } from './terminals.ts'

interface Parts {
  readonly line: BrokerLine
  readonly shells: LoginShell
  readonly mirror: Mirror
  readonly limits: Limits
  readonly bounds: Bounds
}

const COLS = 120
const ROWS = 30
const FIRST_PROMPT_MS = 20_000

export async function openSession(
  { line, shells, mirror, limits, bounds }: Parts,
  plan: OpenPlan,
): Promise<SessionView> {
  refuseTooMany(mirror, limits, plan)
  const { command, kind } = plan
  const isShell = command === undefined
  if (isShell && kind === 'pipe') {
    throw new HostError('INVALID_PARAMETERS', 'A shell of its own needs a terminal.', {
      hint: 'Open it with a terminal, or give a command.',
    })
  }
  const shell = shells.find(plan.shell)
  const base = isShell ? shells.base() : await shells.environment()
  const { result } = await line.ask('open', {
    facts: {
      name: plan.name ?? null,
      isBackground: plan.isBackground ?? false,
      owner: plan.owner,
      command: shownCommand(command, shell),
      shell: typeof command === 'object' ? null : shell,
      onRunEnd: plan.onRunEnd ?? 'keep',
    },
    kind,
    argv: isShell ? undefined : programOf(argvOf(command, shell), kind),
    cwd: plan.cwd,
    env: { ...base, PWD: plan.cwd.path, ...(kind === 'pty' ? { TERM: 'xterm-256color' } : {}), ...plan.env },
    cols: plan.cols ?? COLS,
    rows: plan.rows ?? ROWS,
    encoding: plan.encoding ?? 'utf-8',
    success: plan.success,
    timeoutMs: plan.timeoutMs,
    bounds,
  })
  const session = mirror.put(result)
  if (!isShell || plan.waitForPrompt === false) return session
  const wait = { session: session.id, cursor: 0, until: 'prompt', timeoutMs: FIRST_PROMPT_MS } as const
  return mirror.put((await line.ask('wait', wait)).result.view)
}

/** The terminal library leaves a wrong PWD behind, which a shell puts right before it hands over. */
function programOf(argv: readonly string[], kind: 'pty' | 'pipe'): readonly string[] {
  return kind === 'pty' && process.platform !== 'win32' ? ['/bin/sh', '-c', 'exec "$@"', 'sh', ...argv] : argv
}

function shownCommand(command: OpenPlan['command'], shell: string): string {
  if (command === undefined) return shell
  return typeof command === 'string' ? command : command.join(' ')
}

function refuseTooMany(mirror: Mirror, limits: Limits, { owner, isBackground = false }: OpenPlan): void {
  const living = mirror.all().filter((view) => view.endedAt === null && view.isBackground === isBackground)
  const own = living.filter((view) => view.owner.runId === owner.runId)
  const [perRun, total] = isBackground
    ? [limits.processesPerRun, limits.processesTotal]
    : [limits.terminalsPerRun, limits.terminalsTotal]
  const noun = isBackground ? 'background processes' : 'sessions'
  if (owner.runId !== null && own.length >= perRun) {
    throw new HostError(
      'LIMIT_REACHED',
      `There are ${own.length} ${noun} of this run already, the most there can be.`,
      {
        hint: `Stop one first: ${own.map(({ id, command }) => `${id} (${command.slice(0, 40)})`).join(', ')}`,
      },
    )
  }
  if (living.length >= total) {
    throw new HostError('LIMIT_REACHED', `There are ${living.length} ${noun} on this machine, the most there can be.`, {
      hint: 'Stop one first: upperhand term ls shows them.',
    })
  }
}
