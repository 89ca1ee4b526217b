import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { ShellCommand } from '../contract/terminals.ts'
import { endTree, findTree } from './end-tree.ts'
import { createPipes, type MakePipe } from './pipes.ts'
import { pids } from './process-table.ts'
import { BROKER_MARK, type OpenRequest, SESSION_MARK } from './protocol.ts'
import { type Session, startSession } from './session.ts'
import { launchShell } from './shells/launch-shell.ts'
import { createTextCoder } from './text-coder.ts'
import { waitFor } from './wait.ts'

export interface Sessions {
  readonly open: (request: OpenRequest) => Promise<Session>
  readonly find: (id: string) => Session
  readonly all: () => readonly Session[]
  readonly remove: (id: string) => void
  /** The environment of a process we start, and how to find it again. */
  readonly marked: (id: string, env: Readonly<Record<string, string>>) => Marked
  readonly makePipe: MakePipe
  /** Ends everything that carries our mark. */
  readonly endAll: () => Promise<void>
}

export interface Marked {
  readonly env: Readonly<Record<string, string>>
  readonly mark: string
}

interface Parts {
  readonly brokerId: string
  /** For spill files and the files shells read. */
  readonly directory: string
  readonly onOpened: (session: Session) => void
  readonly onChanged: (session: Session) => void
  readonly onCommand: (session: Session, command: ShellCommand) => void
  readonly onExited: (session: Session) => void
  readonly onRemoved: (id: string) => void
}

const LOOK_EVERY_MS = 500
const STOP_MS = 2_000

export function createSessions(parts: Parts): Sessions {
  const { brokerId, directory } = parts
  const sessions = new Map<string, Session>()
  let looking: NodeJS.Timeout | undefined
  let processesBefore = 0

  const remove = (id: string): void => {
    const session = sessions.get(id)
    if (session === undefined) return
    sessions.delete(id)
    session.close()
    parts.onRemoved(id)
  }

  const makePipe = createPipes(directory)
  const never = new AbortController().signal

  /** Idle, too old, ended long ago; and processes that multiply. */
  const look = (): void => {
    const running = [...sessions.values()].filter((session) => !session.isOver())
    if (running.length === 0) {
      clearInterval(looking)
      looking = undefined
      return
    }
    stopSwarms(running)
    const now = performance.now()
    for (const session of running) {
      const { bounds, facts } = session.request
      if (facts.isBackground) continue
      const isBusy = session.prompt.state() === 'running'
      const isIdle = !isBusy && now - session.idleSince() > bounds.idleMs
      if (isIdle || Date.now() - session.view().startedAt > bounds.lifeMs) void session.stop('SIGTERM', 'timed_out')
    }
  }

  /** A full look costs; it is taken when the machine has many more processes than a moment ago. */
  const stopSwarms = (running: readonly Session[]): void => {
    if (process.platform !== 'linux') return
    const count = pids().length
    const least = Math.min(...running.map(({ request }) => request.bounds.processes))
    const isGrowing = count >= least && count - processesBefore >= least / 4
    processesBefore = isGrowing ? count : Math.min(count, processesBefore || count)
    if (!isGrowing) return
    for (const session of running) {
      if (findTree(session.tree).length > session.request.bounds.processes) void session.stop('SIGKILL', 'stopped')
    }
  }

  const marked: Sessions['marked'] = (id, env) => ({
    env: { ...env, [SESSION_MARK]: id, [BROKER_MARK]: brokerId },
    mark: `${SESSION_MARK}=${id}`,
  })

  return {
    marked,
    makePipe,
    open: async (request) => {
      const id = `ses_${randomBytes(16).toString('hex')}`
      const { env, mark } = marked(id, request.env)
      const coder = await createTextCoder(request.encoding)
      const secret = randomBytes(12).toString('hex')
      const shell =
        request.argv === undefined && request.facts.shell !== null
          ? { secret, launch: launchShell(request.facts.shell, secret, join(directory, id), env) }
          : null
      const child = {
        kind: request.kind,
        argv: shell?.launch.argv ?? request.argv ?? [],
        env: shell?.launch.env ?? env,
        cwd: request.cwd,
        cols: request.cols,
        rows: request.rows,
        hasInput: true,
        makePipe,
      }
      let session: Session
      try {
        session = startSession(
          { id, mark, request, child, shell, coder, spillPath: join(directory, `${id}.out`) },
          {
            changed: parts.onChanged,
            command: parts.onCommand,
            exited: (over) => {
              parts.onExited(over)
              setTimeout(() => remove(id), request.bounds.endedMs).unref()
            },
          },
        )
      } catch (cause) {
        shell?.launch.forget()
        throw cause
      }
      sessions.set(id, session)
      looking ??= setInterval(look, LOOK_EVERY_MS)
      parts.onOpened(session)
      const { success, timeoutMs } = request
      if (success !== undefined) {
        const condition = {
          cursor: 0,
          until: { pattern: success.pattern },
          timeoutMs: success.timeoutMs,
          signal: never,
        }
        void waitFor(session, condition).then(
          () => session.setRunning(),
          () => session.setRunning(),
        )
      }
      if (timeoutMs !== undefined) {
        const timer = setTimeout(() => void session.stop('SIGTERM', 'timed_out'), timeoutMs)
        timer.unref()
      }
      return session
    },
    find: (id) => {
      const session = sessions.get(id)
      if (session === undefined) throw new HostError('NOT_FOUND', `There is no session ${id}.`)
      return session
    },
    all: () => [...sessions.values()],
    remove,
    endAll: async () => {
      clearInterval(looking)
      const roots = [...sessions.values()].filter((session) => !session.isOver()).map(({ child }) => child.pid)
      await endTree({ roots, mark: `${BROKER_MARK}=${brokerId}` }, { patienceMs: STOP_MS })
      for (const session of sessions.values()) session.close()
      sessions.clear()
    },
  }
}
