import { readFileSync, readlinkSync } from 'node:fs'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { HostError } from '../base/host-error.ts'
import type { SessionState, ShellCommand } from '../contract/terminals.ts'
import { type Child, type ChildPlan, startChild } from './child.ts'
import { endTree, type Tree, treeOf } from './end-tree.ts'
import type { OutputLog } from './output-log.ts'
import { createPrompt, type Prompt } from './prompt.ts'
import type { BrokerView, OpenRequest } from './protocol.ts'
import { createScreen, type Screen } from './screen.ts'
import { createSessionOutput } from './session-output.ts'
import type { ShellLaunch } from './shells/launch-shell.ts'
import type { TextCoder } from './text-coder.ts'

/** One program with everything it printed. Lives until it is removed, longer than the program. */
export interface Session {
  readonly id: string
  readonly request: OpenRequest
  readonly child: Child
  readonly tree: Tree
  readonly log: OutputLog
  readonly prompt: Prompt
  readonly screen: Screen | null
  readonly view: () => BrokerView
  readonly write: (text: string) => number
  readonly resize: (cols: number, rows: number) => void
  /** What enters a typed command. */
  readonly enter: string
  readonly setOnRunEnd: (then: 'keep' | 'stop') => void
  readonly setRunning: () => void
  readonly stop: (signal: NodeJS.Signals, as: 'stopped' | 'timed_out') => Promise<void>
  /** What ran as this session when its first prompt came; another answer later means `exec` replaced it. */
  readonly isReplaced: () => boolean
  /** Something was typed since the prompt came, and no line end after it. */
  readonly hasTyped: () => boolean
  /** Somebody took an interest. */
  readonly touch: () => void
  readonly idleSince: () => number
  readonly isOver: () => boolean
  readonly onChange: (listener: () => void) => () => void
  readonly close: () => void
}

export interface SessionEvents {
  readonly changed: (session: Session) => void
  readonly command: (session: Session, command: ShellCommand) => void
  readonly exited: (session: Session) => void
}

export interface SessionPlan {
  readonly id: string
  readonly mark: string
  readonly request: OpenRequest
  readonly child: ChildPlan
  /** Of a persistent shell. */
  readonly shell: { readonly launch: ShellLaunch; readonly secret: string } | null
  readonly coder: TextCoder
  readonly spillPath: string
}

/** A process that hangs in the kernel cannot be reaped, and must not hang the one who stops it. */
const REAPED_WITHIN_MS = 5_000

export function startSession(plan: SessionPlan, events: SessionEvents): Session {
  const { id, request, shell, coder } = plan
  const { bounds, facts } = request
  const listeners = new Set<() => void>()
  let size = { cols: request.cols, rows: request.rows }
  let { onRunEnd } = facts
  let state: SessionState = request.success === undefined ? 'running' : 'starting'
  let ending: 'stopped' | 'timed_out' | undefined
  let exit: { readonly exitCode: number; readonly signal: string | null } | undefined
  let endedAt: number | null = null
  let touchedAt = performance.now()
  let hasTyped = false
  let commandLine: string | undefined

  const touch = (): void => {
    touchedAt = performance.now()
  }
  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const prompt = createPrompt({
    isShell: shell?.launch.hasMarks ?? false,
    now: () => Date.now(),
    directory: () => directoryOf(child.pid),
    isAt: (position, text) => log.read(position, Buffer.byteLength(text)).bytes.equals(Buffer.from(text)),
    onCommand: (command) => events.command(session, command),
    onChange: () => {
      if (prompt.state() === 'prompt') {
        hasTyped = false
        commandLine ??= commandLineOf(child.pid)
        shell?.launch.forget()
      }
      events.changed(session)
      changed()
    },
  })
  const output = createSessionOutput({
    ...plan,
    secret: shell?.secret ?? null,
    onMark: (text, position) => prompt.mark(text, position),
    onShown: (bytes) => session.screen?.fed(bytes),
    onMore: changed,
  })
  const { log } = output

  const over = Promise.withResolvers<void>()
  const finish = async (): Promise<void> => {
    // What it left behind in the background has no owner any more.
    await endTree(tree, { patienceMs: bounds.stopMs })
    output.settle()
    shell?.launch.forget()
    endedAt = Date.now()
    state = ending ?? (exit?.exitCode === 0 ? 'completed' : 'failed')
    prompt.lose()
    changed()
    events.exited(session)
    over.resolve()
  }

  const child = startChild(plan.child, {
    data: (bytes, stream) => {
      touch()
      output.feed(bytes, stream)
    },
    exit: (code, signal) => {
      exit ??= exitOf(code, signal)
      // Whoever still holds the pipes must not keep the session open.
      if (request.kind === 'pipe') void finish()
    },
    closed: () => {
      if (request.kind === 'pty') void finish()
    },
  })
  const tree: Tree = treeOf(child.pid, plan.mark)
  const fixed = fixedFacts(plan, child)

  const session: Session = {
    id,
    request,
    child,
    tree,
    log,
    prompt,
    screen:
      request.kind === 'pty'
        ? createScreen({
            log,
            ...size,
            reply: (text) => void (exit === undefined && child.write(Buffer.from(text))),
          })
        : null,
    view: () => ({
      ...fixed,
      ...size,
      cwdNow: prompt.cwd() ?? request.cwd.path,
      state,
      exitCode: endedAt === null ? null : (exit?.exitCode ?? null),
      signal: endedAt === null ? null : (exit?.signal ?? null),
      endedAt,
      oldest: log.oldest(),
      end: log.end(),
      prompt: prompt.state(),
      lastCommand: prompt.last(),
      onRunEnd,
    }),
    write: (text) => {
      if (exit !== undefined) throw ended(id)
      touch()
      const bytes = coder.encode(text)
      if (!child.write(bytes)) {
        throw new HostError('LIMIT_REACHED', 'The program does not read what is typed; nothing more is sent.', {
          hint: 'Wait for it, interrupt it, or stop the session.',
        })
      }
      if (!prompt.shell().tellsStart && prompt.state() === 'prompt' && /[\r\n]/.test(text)) prompt.sent(log.end())
      else if (/[\r\n\x03]/.test(text)) prompt.entered()
      if (text !== '') hasTyped = !/[\r\n\x03\x04]$/.test(text)
      return bytes.length
    },
    enter: shell?.launch.enter ?? '\r',
    resize: (cols, rows) => {
      size = { cols, rows }
      child.resize(cols, rows)
      session.screen?.resize(cols, rows)
    },
    setOnRunEnd: (then) => {
      onRunEnd = then
    },
    setRunning: () => {
      if (state === 'starting') state = 'running'
      events.changed(session)
    },
    stop: async (signal, as) => {
      if (endedAt !== null) return
      ending ??= as
      await endTree(tree, { signal, hangUp: shell !== null && signal === 'SIGTERM', patienceMs: bounds.stopMs })
      child.release()
      await Promise.race([over.promise, pause(REAPED_WITHIN_MS, undefined, { ref: false })])
    },
    isReplaced: () => {
      const now = commandLineOf(child.pid) || commandLine
      return commandLine !== undefined && now !== commandLine
    },
    hasTyped: () => hasTyped,
    touch,
    idleSince: () => touchedAt,
    isOver: () => endedAt !== null,
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => {
      shell?.launch.forget()
      child.release()
      session.screen?.close()
      output.close()
    },
  }
  return session
}

/** What never changes in the view of a session. */
function fixedFacts({ id, request, shell }: SessionPlan, { pid, tty }: Child) {
  const { kind, encoding, cwd, facts } = request
  const { onRunEnd: _, ...rest } = facts
  return { id, kind, encoding, ...rest, isShell: shell !== null, pid, tty, cwd: cwd.path, startedAt: Date.now() }
}

export function ended(id: string): HostError {
  return new HostError('CONFLICT', `The session ${id} has ended.`, { hint: 'Open a new one.' })
}

/** As a shell counts: 128 and the signal's number. */
export function exitOf(
  code: number | null,
  signal: number | string | null,
): { readonly exitCode: number; readonly signal: string | null } {
  if (signal === null || signal === 0) return { exitCode: code ?? 1, signal: null }
  const names = Object.entries(constants.signals)
  const [name, number] = names.find((entry) => entry.includes(signal)) ?? [String(signal), 0]
  return { exitCode: 128 + number, signal: name }
}

function directoryOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function commandLineOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return undefined
  }
}
