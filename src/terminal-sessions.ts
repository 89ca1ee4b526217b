import type { Limits } from './base/limits.ts'
import type { SessionView, TerminalEvent } from './contract/terminals.ts'
import type { Events } from './events/events.ts'
import type { Profiles } from './profiles/profiles.ts'
import type { Runs } from './runs/runs.ts'
import type { Terminals } from './terminals/terminals.ts'
import type { TouchCommand } from './tools/command-touches.ts'
import { createSessions, type Sessions } from './tools/sessions/sessions.ts'

interface Parts {
  readonly terminals: Terminals
  readonly limits: Limits
  readonly events: Events
  readonly touchCommand: TouchCommand
  readonly runs: Pick<Runs, 'principalOf'>
  readonly profiles: () => Pick<Profiles, 'lookup'>
  /** From the settings; null for the person's login shell. */
  readonly shell: () => string | null
}

/** Terminals as agents use them, with everything that happens to them in the event log. */
export function createTerminalSessions(parts: Parts): Sessions {
  const { terminals, limits, events, touchCommand, runs, profiles, shell } = parts
  const sessions = createSessions({
    terminals,
    limits,
    touchCommand,
    runOf: runs.principalOf,
    onRunEnd: (id) => {
      const lookup = profiles().lookup(id)
      return lookup.ok ? lookup.profile.onDisconnect : 'stop'
    },
    shell: () => shell() ?? undefined,
    publish: (runId, event) => events.signal({ type: event.type, runId, subject: event.session_id, body: event }),
  })
  const stop = terminals.onEvent((event) => record(events, event))
  return {
    ...sessions,
    close: () => {
      stop()
      sessions.close()
    },
  }
}

/** Beginning and end are history; the rest is news for whoever is looking. */
function record(events: Events, event: TerminalEvent): void {
  switch (event.type) {
    case 'opened':
      events.note({ type: 'terminal.opened', ...about(event.session) })
      return
    case 'exit':
      events.note({ type: 'terminal.ended', ...about(event.session) })
      return
    case 'removed':
      events.signal({ type: 'terminal.changed', subject: event.id, body: { id: event.id, removed: true } })
      return
    default:
      events.signal({ type: 'terminal.changed', ...about(event.session) })
  }
}

function about({ id, owner, kind, command, cwd, pid, state, exitCode, signal, lease, isBackground }: SessionView) {
  const body = {
    id,
    kind,
    command,
    cwd,
    pid,
    state,
    exitCode,
    signal,
    holder: lease.holder,
    owner: owner.label,
    isBackground,
  }
  return { subject: id, body, ...(owner.runId === null ? {} : { runId: owner.runId }) }
}
