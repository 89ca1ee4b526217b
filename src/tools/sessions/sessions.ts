import { HostError } from '../../base/host-error.ts'
import type { Limits } from '../../base/limits.ts'
import type { Caller } from '../../contract/run.ts'
import type { SessionView } from '../../contract/terminals.ts'
import type { Terminals } from '../../terminals/terminals.ts'
import type { TouchCommand } from '../command-touches.ts'
import { createTouchInput, stateOf, type TouchInput } from './input-touches.ts'
import { createOwnSessions, type OwnSessions, type RunOf } from './own-sessions.ts'
import { createPersonNotes, type PersonNotes } from './person-notes.ts'
import { createRunShells, type RunShells } from './run-shell.ts'
import { createSessionEvents, type SessionEvent, type SessionEvents } from './session-events.ts'
import { settled } from './settled.ts'
import { createTypedLines, type TypedLines } from './typed-lines.ts'

/** Terminals as agents use them: their own ones, behind the gate. The contracts of `shell_*` and `terminal_operations` map to this. */
export interface Sessions {
  readonly limits: Limits
  readonly terminals: Terminals
  readonly own: OwnSessions
  readonly shells: RunShells
  readonly lines: TypedLines
  readonly events: SessionEvents
  readonly notes: PersonNotes
  readonly touchCommand: TouchCommand
  readonly touchInput: TouchInput
  /** The session that an id means: none or the conversation's own id is the terminal of the run. */
  readonly named: (caller: Caller, id: string | undefined) => SessionView
  /** Types what was judged in `state`, and only then. Answers the bytes. */
  readonly type: (session: SessionView, input: string, state: string) => Promise<number>
  /** Gives a terminal a moment to answer: until a command in it has ended, or the time is over. */
  readonly settle: (session: SessionView, ms: number, signal: AbortSignal) => Promise<void>
  readonly onRunEnd: (profile: string) => 'keep' | 'stop'
  /** From the settings; undefined for the person's own. */
  readonly loginShell: () => string | undefined
  readonly close: () => void
}

export interface SessionParts {
  readonly limits: Limits
  readonly terminals: Terminals
  readonly touchCommand: TouchCommand
  readonly runOf: RunOf
  readonly onRunEnd: (profile: string) => 'keep' | 'stop'
  readonly shell: () => string | undefined
  readonly publish: (runId: string, event: SessionEvent) => void
}

export function createSessions(parts: SessionParts): Sessions {
  const { limits, terminals, touchCommand, onRunEnd } = parts
  const own = createOwnSessions(parts)
  const shells = createRunShells({ ...parts, own })
  const lines = createTypedLines(terminals)
  const events = createSessionEvents(parts)
  const notes = createPersonNotes(terminals)
  const touchInput = createTouchInput({ terminals, lines, touchCommand })
  return {
    limits,
    terminals,
    own,
    shells,
    lines,
    events,
    notes,
    touchCommand,
    touchInput,
    onRunEnd,
    loginShell: parts.shell,
    named: (caller, id) => {
      const isOwn = id === undefined || id === caller.conversationId || id === caller.runId
      if (!isOwn) return own.find(caller, id)
      const session = shells.current(caller)
      if (session !== undefined) return session
      throw new HostError('NOT_FOUND', 'This conversation has no terminal.', { hint: 'Call create_session first.' })
    },
    type: async (session, input, state) => {
      const now = stateOf(await terminals.foreground(session.id), lines.of(session.id).version)
      if (now !== state) {
        throw new HostError('CONFLICT', 'The terminal changed after this was allowed, so nothing was typed.', {
          hint: 'Look at its output, then type again.',
        })
      }
      if (terminals.get(session.id)?.lease.holder === 'person') throw taken()
      // Recorded first: what may have been typed counts as typed.
      lines.typed(session.id, input)
      try {
        return (await terminals.write(session.id, input, { by: 'agent' })).bytes
      } catch (cause) {
        lines.lost(session.id)
        throw cause
      }
    },
    settle: (session, ms, signal) => settled(terminals, session, ms, signal),
    close: () => {
      events.close()
      notes.close()
      lines.close()
    },
  }
}

/** Nothing is typed then, and nothing counts as typed. */
function taken(): HostError {
  return new HostError('CONFLICT', 'A person has taken the keyboard of this terminal.', {
    hint: 'Wait until it is given back; reading goes on as before.',
  })
}
