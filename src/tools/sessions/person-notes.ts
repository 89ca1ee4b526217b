import type { TerminalEvent } from '../../contract/terminals.ts'
import type { Terminals } from '../../terminals/terminals.ts'

/** What people did at a terminal, for the agent that shares it: told once, with its next read. */
export interface PersonNotes {
  readonly take: (id: string) => readonly string[]
  readonly close: () => void
}

const NOTES_MAX = 20

export function createPersonNotes(terminals: Pick<Terminals, 'onEvent'>): PersonNotes {
  const notes = new Map<string, string[]>()
  const stop = terminals.onEvent((event) => {
    if (event.type === 'removed') notes.delete(event.id)
    const note = noteOn(event)
    if (note === null || event.type === 'removed') return
    const { id } = event.session
    const own = notes.get(id) ?? []
    if (own.at(-1) !== note) notes.set(id, [...own, note].slice(-NOTES_MAX))
  })
  return {
    take: (id) => {
      const own = notes.get(id) ?? []
      notes.delete(id)
      return own
    },
    close: stop,
  }
}

function noteOn(event: TerminalEvent): string | null {
  if (event.type === 'secret') return 'A person entered a secret.'
  if (event.type !== 'lease') return null
  return event.session.lease.holder === 'person'
    ? 'A person has taken this terminal: typing waits until they give it back.'
    : 'The person has given the terminal back.'
}
