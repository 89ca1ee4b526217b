import { HostError } from '../base/host-error.ts'
import type { BrokerView } from '../broker/protocol.ts'
import type { Lease, SessionView, TerminalEvent } from '../contract/terminals.ts'

/** What the daemon knows of every session without asking: the broker's view, and who watches and types. */
export interface Mirror {
  readonly get: (id: string) => SessionView | undefined
  /** Throws for one that is not there. */
  readonly find: (id: string) => SessionView
  readonly all: () => readonly SessionView[]
  readonly put: (view: BrokerView) => SessionView
  /** Silent: an adopted session was opened long ago. */
  readonly reset: (views: readonly BrokerView[]) => void
  readonly remove: (id: string) => void
  readonly setLease: (id: string, lease: Lease) => SessionView
  readonly addViewers: (id: string, change: 1 | -1) => void
  readonly setRecording: (id: string, file: string) => SessionView
  readonly setSelection: (id: string, text: string) => void
  readonly selection: (id: string) => string
  readonly emit: (event: TerminalEvent) => void
  readonly onEvent: (listener: (event: TerminalEvent) => void) => () => void
}

interface Entry {
  view: BrokerView
  lease: Lease
  viewers: number
  recording: string | null
  selection: string
}

export function createMirror(now: () => number): Mirror {
  const entries = new Map<string, Entry>()
  const listeners = new Set<(event: TerminalEvent) => void>()
  const shown = ({ view, lease, viewers, recording }: Entry): SessionView => ({ ...view, lease, viewers, recording })
  const entryOf = (id: string): Entry => {
    const entry = entries.get(id)
    if (entry === undefined) throw new HostError('NOT_FOUND', `There is no session ${id}.`)
    return entry
  }
  const put = (view: BrokerView): SessionView => {
    const entry = entries.get(view.id) ?? {
      view,
      lease: { holder: 'free', viewer: null, since: now() },
      viewers: 0,
      recording: null,
      selection: '',
    }
    // Answers and news cross on the way: what has ended stays ended.
    if (entry.view.endedAt === null || view.endedAt !== null) entry.view = view
    entries.set(view.id, entry)
    return shown(entry)
  }
  return {
    get: (id) => {
      const entry = entries.get(id)
      return entry === undefined ? undefined : shown(entry)
    },
    find: (id) => shown(entryOf(id)),
    all: () => [...entries.values()].map(shown).sort((one, other) => one.startedAt - other.startedAt),
    put,
    reset: (views) => {
      entries.clear()
      for (const view of views) put(view)
    },
    remove: (id) => void entries.delete(id),
    setLease: (id, lease) => {
      const entry = entryOf(id)
      entry.lease = lease
      return shown(entry)
    },
    addViewers: (id, change) => {
      const entry = entries.get(id)
      if (entry !== undefined) entry.viewers += change
    },
    setRecording: (id, file) => {
      const entry = entryOf(id)
      entry.recording = file
      return shown(entry)
    },
    setSelection: (id, text) => {
      entryOf(id).selection = text
    },
    selection: (id) => entryOf(id).selection,
    emit: (event) => {
      for (const listener of [...listeners]) listener(event)
    },
    onEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
