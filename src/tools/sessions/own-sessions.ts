import { HostError } from '../../base/host-error.ts'
import { type Caller, principalOf } from '../../contract/run.ts'
import type { SessionOwner, SessionView } from '../../contract/terminals.ts'
import type { Terminals } from '../../terminals/terminals.ts'

/** What is known of the run a session was started by. */
export type RunOf = (runId: string) => { readonly principal: string; readonly isLive: boolean } | undefined

export interface OwnSessions {
  /** The caller's own. Everybody else's does not exist for it; a person sees all. */
  readonly find: (caller: Caller, id: string) => SessionView
  /** Oldest first. */
  readonly list: (caller: Caller) => readonly SessionView[]
  readonly ownerFor: (caller: Caller) => SessionOwner
}

interface Parts {
  readonly terminals: Pick<Terminals, 'get' | 'list'>
  readonly runOf: RunOf
}

/**
 * A session belongs to the run that started it. When that run has ended, the same client finds its session again: the
 * first of its runs that asks for it keeps it.
 */
export function createOwnSessions({ terminals, runOf }: Parts): OwnSessions {
  const inherited = new Map<string, string>()

  const isOwn = (caller: Caller, { id, owner }: SessionView): boolean => {
    if (owner.runId === null) return false
    if (owner.runId === caller.runId) return true
    const heir = inherited.get(id)
    if (heir !== undefined && runOf(heir)?.isLive === true) return heir === caller.runId
    const run = runOf(owner.runId)
    if (run === undefined || run.isLive || run.principal !== principalOf(caller)) return false
    inherited.set(id, caller.runId)
    return true
  }

  return {
    find: (caller, id) => {
      const session = terminals.get(id)
      if (session !== undefined && (caller.isPerson || isOwn(caller, session))) return session
      throw new HostError('NOT_FOUND', `There is no session ${JSON.stringify(id.slice(0, 80))}.`, {
        hint: 'Ended sessions are kept for 15 minutes. Start a new one, or leave session_id out.',
      })
    },
    list: (caller) => terminals.list().filter((session) => isOwn(caller, session)),
    ownerFor: ({ runId, credential, client }) => ({ runId, credential, label: client }),
  }
}
