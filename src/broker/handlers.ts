import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { OutputStream } from '../contract/terminals.ts'
import { runToEnd } from './exec.ts'
import { createUsage, foregroundOf, isEchoOff, programName } from './machine.ts'
import type { OperationName, Operations } from './protocol.ts'
import { readWindow } from './read-window.ts'
import { ended, type Session } from './session.ts'
import type { Sessions } from './sessions.ts'
import { createStragglers } from './stragglers.ts'
import { commandOutcome, typeCommand } from './type-command.ts'
import { waitFor } from './wait.ts'

export interface HandlerContext {
  /** The question was taken back, or the one who asked is gone. */
  readonly signal: AbortSignal
  readonly output: (bytes: Buffer, stream: OutputStream, start: number) => void
}

export interface Answer<Result> {
  readonly result: Result
  readonly body?: Buffer
}

export type Handlers = {
  readonly [Name in Exclude<OperationName, 'hello' | 'end'>]: (
    request: Operations[Name][0],
    context: HandlerContext,
  ) => Promise<Answer<Operations[Name][1]>> | Answer<Operations[Name][1]>
}

const SECRET_FRESH_MS = 200

export function createHandlers(sessions: Sessions, directory: string): Handlers {
  const usage = createUsage()
  const stragglers = createStragglers()
  const secrets = new WeakMap<Session, { readonly at: number; readonly end: number; readonly isOff: boolean }>()
  /** Keys arrive in the order they were typed, whatever is looked up in between. */
  const writing = new WeakMap<Session, Promise<unknown>>()
  const touched = (id: string): Session => {
    const session = sessions.find(id)
    session.touch()
    return session
  }
  const echo = async (session: Session): Promise<boolean> => {
    const last = secrets.get(session)
    const end = session.log.end()
    if (last !== undefined && last.end === end && performance.now() - last.at < SECRET_FRESH_MS) return last.isOff
    const isOff = await isEchoOff(session)
    secrets.set(session, { at: performance.now(), end, isOff })
    return isOff
  }

  return {
    exec: async (request, { signal, output }) => {
      const { env, mark } = sessions.marked(`exec_${randomBytes(16).toString('hex')}`, request.env)
      const { reply, body } = await runToEnd(
        { ...request, env },
        { mark, makePipe: sessions.makePipe, signal, onLeft: stragglers.expect, onOutput: output },
      )
      return { result: reply, body }
    },
    open: async (request) => ({ result: (await sessions.open(request)).view() }),
    view: ({ session }) => ({ result: sessions.find(session).view() }),
    type: async ({ session, text }) => ({
      result: await typeCommand(touched(session), text, join(directory, `${session}.typed`)),
    }),
    command: async ({ session, number }) => ({ result: await commandOutcome(touched(session), number) }),
    write: async ({ session: id, text, mindSecrets }) => {
      const session = touched(id)
      const write = async () => {
        const isSecret = mindSecrets && (await echo(session))
        return { bytes: session.write(text), isSecret }
      }
      const turn = (writing.get(session) ?? Promise.resolve()).then(write, write)
      writing.set(session, turn)
      return { result: await turn }
    },
    read: (request) => {
      const session = touched(request.session)
      const { reply, body } = readWindow(session.log, request, session.isOver())
      return { result: reply, body }
    },
    wait: async ({ session: id, cursor, until, timeoutMs }, { signal }) => {
      const session = touched(id)
      const waited = await waitFor(session, { cursor, until, timeoutMs, signal })
      return { result: { ...waited, view: session.view() } }
    },
    resize: ({ session: id, cols, rows }) => {
      const session = touched(id)
      if (session.isOver()) throw ended(id)
      session.resize(cols, rows)
      return { result: session.view() }
    },
    signal: ({ session: id, signal }) => {
      const session = touched(id)
      if (session.isOver()) throw ended(id)
      const row = foregroundOf(session)
      const target = session.child.tty === null ? session.child.pid : (row?.group ?? session.child.pid)
      try {
        process.kill(process.platform === 'win32' ? target : -target, signal)
      } catch (cause) {
        throw new HostError('CONFLICT', 'Nothing is there to receive the signal.', { cause })
      }
      return { result: {} }
    },
    stop: async ({ session: id, signal, isTimeout }) => {
      const session = touched(id)
      await session.stop(signal, isTimeout ? 'timed_out' : 'stopped')
      return { result: session.view() }
    },
    restart: async ({ session: id }) => {
      const session = sessions.find(id)
      await session.stop('SIGTERM', 'stopped')
      return { result: (await sessions.open(session.request)).view() }
    },
    remove: ({ session: id }) => {
      if (!sessions.find(id).isOver()) {
        throw new HostError('CONFLICT', `The session ${id} is still running.`, { hint: 'Stop it first.' })
      }
      sessions.remove(id)
      return { result: {} }
    },
    change: ({ session: id, onRunEnd }) => {
      const session = sessions.find(id)
      session.setOnRunEnd(onRunEnd)
      return { result: session.view() }
    },
    usage: ({ sessions: ids }) => ({ result: { usage: usage(ids.map(sessions.find)) } }),
    foreground: ({ session: id }) => {
      const session = sessions.find(id)
      const row = foregroundOf(session)
      if (session.isOver() || row === undefined) throw ended(id)
      const isShell = row.pid === session.child.pid && session.view().isShell
      const isOwnShell = isShell && ['starting', 'prompt', 'continued'].includes(session.prompt.state())
      return { result: { pid: row.pid, program: programName(row), isOwnShell } }
    },
    echo: async ({ session: id }) => ({ result: { isOff: await isEchoOff(sessions.find(id)) } }),
    screen: async ({ session: id }) => ({ result: await screenOf(touched(id)).view() }),
    snapshot: async ({ session: id }) => ({ result: await screenOf(touched(id)).snapshot() }),
  }
}

function screenOf({ id, screen }: Session): NonNullable<Session['screen']> {
  if (screen !== null) return screen
  throw new HostError('CONFLICT', `The session ${id} has no screen: it was opened without a terminal.`, {
    hint: 'Read its output instead.',
  })
}
