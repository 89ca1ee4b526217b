import { join } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import type { Logger } from '../base/logger.ts'
import type { Bounds } from '../broker/protocol.ts'
import type { SessionView } from '../contract/terminals.ts'
import { attach } from './attach.ts'
import { createBrokerLine } from './broker-line.ts'
import { follow } from './follow.ts'
import { createKeyboard } from './keyboard.ts'
import { createLoginShell } from './login-shell.ts'
import { createMirror } from './mirror.ts'
import { endAll, newsInto } from './news.ts'
import { openSession } from './open-session.ts'
import { recordCast } from './record-cast.ts'
import { runCommand, waitForCommand } from './run-command.ts'
import { runExec } from './run-exec.ts'
import { readSignal } from './signals.ts'
import type { Terminals } from './terminals.ts'

export interface TerminalsParts {
  /** The data directory. */
  readonly directory: string
  /** A private directory for sockets. */
  readonly sockets: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly limits: Limits
  readonly now: () => number
  readonly log: Logger
  /** The shell of the settings, null for the person's own. */
  readonly shell: () => string | null
  readonly isSecret: (value: string) => boolean
  /** For what is written to recordings. */
  readonly redact: (text: string) => string
}

const READ_MAX_BYTES = 1024 * 1024
const LOGIN_WITHIN_MS = 10_000
const LOGIN_BYTES = 4 * 1024 * 1024
const SIZE_MAX = 1_000

export function createTerminals(parts: TerminalsParts): Terminals {
  const { limits, log, home } = parts
  const mirror = createMirror(parts.now)
  const line = createBrokerLine({
    ...parts,
    graceMs: () => limits.brokerGraceMs,
    onConnected: mirror.reset,
    onNews: newsInto(mirror),
    onLost: () => endAll(mirror, parts.now()),
  })
  const shells = createLoginShell({
    ...parts,
    preferred: parts.shell,
    print: async (argv, env) => {
      const bounds = { timeoutMs: LOGIN_WITHIN_MS, keepBytes: LOGIN_BYTES, stopMs: limits.stopMs, wantsOutput: false }
      const { result, body } = await line.ask('exec', { argv, env, cwd: { path: home }, ...bounds })
      return body.toString('utf8', 0, result.lengths[0] + result.lengths[1])
    },
  })
  const bounds = (): Bounds => ({
    memoryBytes: limits.terminalRingBytes,
    spillBytes: limits.terminalSpillBytes,
    idleMs: limits.terminalIdleMs,
    lifeMs: limits.terminalLifeMs,
    endedMs: limits.terminalEndedMs,
    stopMs: limits.stopMs,
    processes: limits.processesPerTree,
  })

  const keyboard = createKeyboard(line, mirror, parts.now)
  const resize = async (id: string, cols: number, rows: number): Promise<SessionView> => {
    if (![cols, rows].every((size) => Number.isInteger(size) && size >= 1 && size <= SIZE_MAX)) {
      throw new HostError('INVALID_PARAMETERS', `${cols} x ${rows} is no size for a terminal.`, {
        hint: `Columns and rows go from 1 to ${SIZE_MAX}.`,
      })
    }
    const session = mirror.put((await line.ask('resize', { session: id, cols, rows })).result)
    mirror.emit({ type: 'resized', session })
    return session
  }
  const stop: Terminals['stop'] = async (id, { signal = 'TERM', force = false, isTimeout = false } = {}) => {
    mirror.find(id)
    const { name } = readSignal(force ? 'KILL' : signal)
    return mirror.put((await line.ask('stop', { session: id, signal: name, isTimeout })).result)
  }

  const adopting = line.adopt().catch((cause: unknown) => log.warn('no broker could be adopted', { cause }))
  /** What is asked by id may be of an earlier daemon's broker. */
  const known = async (id: string): Promise<SessionView> => {
    await adopting
    return mirror.find(id)
  }

  return {
    exec: (plan) => runExec(line, shells, plan, { keepBytes: limits.execKeepBytes, stopMs: limits.stopMs }),
    open: async (plan) => {
      await adopting
      const session = await openSession({ line, shells, mirror, limits, bounds: bounds() }, plan)
      if (plan.record !== true) return session
      const directory = join(parts.directory, 'recordings')
      return mirror.setRecording(
        session.id,
        recordCast(line, mirror, session, { ...parts, directory, maxBytes: limits.terminalSpillBytes }),
      )
    },
    run: async (id, command, options) => {
      await known(id)
      keyboard.mayAgentType(id)
      return runCommand(line, id, command, options)
    },
    waitForCommand: (id, number, options) => waitForCommand(line, id, number, options),
    get: mirror.get,
    list: ({ runId, isBackground } = {}) =>
      mirror
        .all()
        .filter(
          (view) =>
            (runId === undefined || view.owner.runId === runId) &&
            (isBackground === undefined || view.isBackground === isBackground),
        ),
    refresh: async (id) => {
      await known(id)
      return mirror.put((await line.ask('view', { session: id })).result)
    },
    usage: async (sessions) =>
      sessions.length === 0 || !line.isConnected() ? [] : (await line.ask('usage', { sessions })).result.usage,
    read: async (id, { cursor = 0, maxBytes, ...rest }) => {
      await known(id)
      const size = Math.min(maxBytes, READ_MAX_BYTES)
      const { result, body } = await line.ask('read', { session: id, cursor, maxBytes: size, ...rest })
      const asked = rest.tailBytes === undefined && rest.tailLines === undefined ? cursor : result.start
      const { start, next, oldest, isEnd } = result
      return { text: body.toString('utf8'), start, next, oldest, isEnd, gap: Math.max(0, start - asked) }
    },
    wait: async (id, { cursor, timeoutMs, until = 'output', signal }) => {
      await known(id)
      const { result } = await line.ask('wait', { session: id, cursor, until, timeoutMs }, { signal })
      return { reason: result.reason, match: result.match, session: mirror.put(result.view) }
    },
    write: keyboard.write,
    resize,
    signal: async (id, signal) => {
      await known(id)
      await line.ask('signal', { session: id, signal: readSignal(signal).number })
    },
    stop,
    restart: async (id) => {
      await known(id)
      return mirror.put((await line.ask('restart', { session: id })).result)
    },
    remove: async (id) => {
      await known(id)
      await line.ask('remove', { session: id })
    },
    setOnRunEnd: async (id, onRunEnd) => {
      await known(id)
      mirror.put((await line.ask('change', { session: id, onRunEnd })).result)
    },
    screen: async (id) => (await line.ask('screen', { session: id })).result,
    snapshot: async (id) => (await line.ask('snapshot', { session: id })).result,
    foreground: async (id) => (await line.ask('foreground', { session: id })).result,
    isEchoOff: async (id) => (await line.ask('echo', { session: id })).result.isOff,
    attach: async (id, viewer) => {
      await known(id)
      const attached = await attach(line, mirror, keyboard, id, viewer)
      return { ...attached, resize: async (cols, rows) => void (await resize(id, cols, rows)) }
    },
    follow: (id, from, onOutput) => follow(line, id, from, onOutput),
    takeLease: keyboard.take,
    giveBackLease: keyboard.giveBack,
    setSelection: mirror.setSelection,
    selection: mirror.selection,
    endRun: (runId) => {
      for (const view of mirror.all()) {
        if (view.owner.runId !== runId || view.onRunEnd !== 'stop' || view.endedAt !== null) continue
        stop(view.id).catch((cause: unknown) => log.warn('a session of an ended run goes on', { id: view.id, cause }))
      }
    },
    onEvent: mirror.onEvent,
    problem: line.problem,
    ready: () => adopting,
    close: async ({ keepForSuccessor = false } = {}) => {
      await adopting
      await line.close({ end: !keepForSuccessor })
    },
  }
}
