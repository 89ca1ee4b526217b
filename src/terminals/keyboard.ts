import { HostError } from '../base/host-error.ts'
import type { SessionView } from '../contract/terminals.ts'
import type { BrokerLine } from './broker-line.ts'
import type { Mirror } from './mirror.ts'
import type { WriteResult, Writer } from './terminals.ts'

/** Who types into a session. A person who types takes the keyboard, and agents wait until it is given back. */
export interface Keyboard {
  readonly write: (id: string, text: string, by: Writer) => Promise<WriteResult>
  readonly take: (id: string, viewer: string) => SessionView
  readonly giveBack: (id: string, viewer: string) => SessionView
  /** Throws while a person holds it. */
  readonly mayAgentType: (id: string) => void
}

export function createKeyboard(line: BrokerLine, mirror: Mirror, now: () => number): Keyboard {
  const hold = (id: string, holder: 'free' | 'person', viewer: string | null): SessionView => {
    const session = mirror.setLease(id, { holder, viewer, since: now() })
    mirror.emit({ type: 'lease', session })
    return session
  }
  const mayAgentType = (id: string): void => {
    if (mirror.find(id).lease.holder !== 'person') return
    throw new HostError('CONFLICT', 'A person has taken the keyboard of this terminal.', {
      hint: 'Wait until it is given back; reading goes on as before.',
    })
  }
  const take = (id: string, viewer: string): SessionView => {
    const view = mirror.find(id)
    return view.lease.viewer === viewer ? view : hold(id, 'person', viewer)
  }
  return {
    mayAgentType,
    take,
    giveBack: (id, viewer) => {
      const view = mirror.find(id)
      return view.lease.viewer === viewer ? hold(id, 'free', null) : view
    },
    write: async (id, text, by) => {
      if (by.by === 'agent') mayAgentType(id)
      else take(id, by.viewer)
      const { result } = await line.ask('write', { session: id, text, mindSecrets: by.by === 'person' })
      if (result.isSecret) mirror.emit({ type: 'secret', session: mirror.find(id) })
      return result
    },
  }
}
