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
  readonly level: Level | null
  readonly safeMode: readonly string[]
}
