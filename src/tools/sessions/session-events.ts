import type { Terminals } from '../../terminals/terminals.ts'

/** What is told of a session as it happens, with exactly these fields. */
export type SessionEvent =
  | {
      readonly type: 'shell_session_output'
      readonly session_id: string
      readonly stream: 'stdout' | 'stderr'
      readonly chunk: string
    }
  | { readonly type: 'shell_session_exit'; readonly session_id: string; readonly exit_code: number }

export interface SessionEvents {
  /** Tells of this session from now on, until it ends. */
  readonly tell: (id: string, runId: string, options?: { readonly captureStderr?: boolean }) => void
  /** Hears of all sessions of a run. */
  readonly hear: (runId: string, listener: (event: SessionEvent) => void) => () => void
  readonly close: () => void
}

interface Told {
  readonly runId: string
  readonly stop: () => void
  reached: number
  exit: { readonly code: number; readonly end: number } | null
}

interface Parts {
  readonly terminals: Pick<Terminals, 'follow' | 'onEvent' | 'get'>
  readonly publish: (runId: string, event: SessionEvent) => void
}

const LAST_OUTPUT_MS = 5_000

/** The end is told after the last output, and once. */
export function createSessionEvents({ terminals, publish }: Parts): SessionEvents {
  const told = new Map<string, Told>()
  const listeners = new Map<string, Set<(event: SessionEvent) => void>>()

  const emit = (runId: string, event: SessionEvent): void => {
    publish(runId, event)
    for (const listener of listeners.get(runId) ?? []) listener(event)
  }
  const finish = (id: string): void => {
    const one = told.get(id)
    if (one?.exit == null) return
    told.delete(id)
    one.stop()
    emit(one.runId, { type: 'shell_session_exit', session_id: id, exit_code: one.exit.code })
  }
  const ended = (id: string, exitCode: number | null, end: number): void => {
    const one = told.get(id)
    if (one === undefined || one.exit !== null) return
    one.exit = { code: exitCode ?? 0, end }
    if (one.reached >= end) finish(id)
    // Output that was dropped on the way never comes.
    else setTimeout(() => finish(id), LAST_OUTPUT_MS).unref()
  }
  const stop = terminals.onEvent((event) => {
    if (event.type === 'exit') ended(event.session.id, event.session.exitCode, event.session.end)
  })

  return {
    tell: (id, runId, { captureStderr = true } = {}) => {
      const follower = terminals.follow(id, 0, ({ stream, text, end }) => {
        const one = told.get(id)
        if (one === undefined) return
        one.reached = end
        if (text !== '' && (captureStderr || stream === 'stdout')) {
          emit(runId, { type: 'shell_session_output', session_id: id, stream, chunk: text })
        }
        if (one.exit !== null && end >= one.exit.end) finish(id)
      })
      told.set(id, { runId, stop: follower.close, reached: 0, exit: null })
      const session = terminals.get(id)
      if (session?.endedAt != null) ended(id, session.exitCode, session.end)
    },
    hear: (runId, listener) => {
      const own = listeners.get(runId) ?? new Set()
      listeners.set(runId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0) listeners.delete(runId)
      }
    },
    close: () => {
      stop()
      for (const one of told.values()) one.stop()
      told.clear()
    },
  }
}
