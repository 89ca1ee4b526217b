import type { Level, PathPolicy } from './levels.ts'

/** Who is calling. `isPerson` comes from the credential alone, never from anything a client sends. */
export interface Caller {
  readonly runId: string
  readonly conversationId: string
  readonly credential: string
  readonly client: string
  readonly clientVersion: string
  readonly profile: string
  readonly workdir: string
  readonly isPerson: boolean
  /** The credential's own ceiling, whatever profile and machine allow. */
  readonly level?: Level
}

/** Stays the same when a client reconnects: what permissions and kept results belong to. */
export function principalOf({
  credential,
  profile,
  client,
  workdir,
  isPerson,
}: Pick<Caller, 'credential' | 'profile' | 'client' | 'workdir' | 'isPerson'>): string {
  return JSON.stringify([isPerson ? 'person' : 'agent', credential, profile, client, workdir])
}

/** A conversation of one credential: what its todos and instructions belong to, whatever run it continues in. */
export function ownerOf({ credential, conversationId }: Pick<Caller, 'credential' | 'conversationId'>): string {
  return JSON.stringify([credential, conversationId])
}

/** Whether an agent's principal was opened with this credential. */
export function isOpenedWith(principal: string, credential: string): boolean {
  return principal.startsWith(`${JSON.stringify(['agent', credential]).slice(0, -1)},`)
}

/** The caller behind an approval, as far as preparing its call again needs it. */
export function callerOf(principal: string, runId: string): Caller {
  const [kind, credential, profile, client, workdir] = JSON.parse(principal) as [string, string, string, string, string]
  return {
    runId,
    conversationId: runId,
    credential,
    client,
    clientVersion: '',
    profile,
    workdir,
    isPerson: kind === 'person',
  }
}

/** Where a call happens, as far as paths are concerned. */
export interface Place {
  readonly workdir: string
  readonly policy: PathPolicy
  /** Directories that count as inside under the policy; empty under `open`. */
  readonly roots: readonly string[]
}

export interface MachineState {
  readonly isPaused: boolean
  /** Runs that a person paused, one by one. */
  readonly pausedRuns?: readonly string[]
  readonly level: Level | null
  readonly safeMode: readonly string[]
}
