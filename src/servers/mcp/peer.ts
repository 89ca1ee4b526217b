import type { Caller } from '../../contract/run.ts'
import type { McpParts, RunIdentity } from './parts.ts'

/** One client as tools see it: which profile serves it, and in whose name its calls run. */
export interface Peer {
  readonly profile: () => string
  /** Throws what the runs service throws, for example when a workspace is not allowed. */
  readonly caller: () => Promise<Caller> | Caller
}

/** A peer with a life of its own: a frame stream, an SSE stream, a legacy session. Its run ends with it. */
export interface LastingPeer extends Peer {
  /** What the client said of itself; only the first word counts. */
  readonly introduce: (said: Introduction) => void
  readonly end: () => void
}

export interface Introduction {
  readonly client?: string | undefined
  readonly clientVersion?: string | undefined
  readonly workdir?: string | undefined
  readonly conversation?: string | undefined
}

export type PeerIdentity = Omit<RunIdentity, 'profile' | 'client' | 'clientVersion'> & {
  readonly profile: string | null
}

type RunParts = Pick<McpParts, 'activeProfile' | 'openRun' | 'touchRun' | 'endRun' | 'log'>

export function createLastingPeer(parts: RunParts, identity: PeerIdentity): LastingPeer {
  const profile = () => identity.profile ?? parts.activeProfile()
  let said: Introduction | undefined
  let opening: Promise<Caller> | undefined
  let opened: Caller | undefined
  let hasEnded = false

  const open = async (): Promise<Caller> => {
    try {
      opened = await parts.openRun(identify(identity, profile(), said ?? {}))
      if (hasEnded) parts.endRun(opened.runId)
      return opened
    } finally {
      opening = undefined
    }
  }

  return {
    profile,
    introduce: (words) => {
      if (said !== undefined) return
      said = words
      opening = open()
      opening.catch((cause: unknown) => parts.log.warn('a run could not be opened', { cause }))
    },
    caller: async () => {
      if (opened !== undefined) {
        parts.touchRun(opened.runId)
        return under(profile(), opened)
      }
      opening ??= open()
      return under(profile(), await opening)
    },
    end: () => {
      if (hasEnded) return
      hasEnded = true
      if (opened !== undefined) parts.endRun(opened.runId)
    },
  }
}

/** A peer that lives for one request; the runs service recognises it by what it says. */
export function createPassingPeer(parts: RunParts, identity: PeerIdentity, said: Introduction): Peer {
  const profile = identity.profile ?? parts.activeProfile()
  return {
    profile: () => profile,
    caller: () => parts.openRun(identify(identity, profile, said)),
  }
}

function identify(identity: PeerIdentity, profile: string, said: Introduction): RunIdentity {
  return {
    ...identity,
    profile,
    client: said.client ?? 'unknown',
    clientVersion: said.clientVersion ?? '',
    workdir: identity.workdir ?? said.workdir,
    conversation: identity.conversation ?? said.conversation,
  }
}

/** The active profile can change during a connection; calls follow what `tools/list` shows. */
function under(profile: string, caller: Caller): Caller {
  return caller.profile === profile ? caller : { ...caller, profile }
}
