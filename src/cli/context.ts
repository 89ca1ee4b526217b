import type { Readable, Writable } from 'node:stream'
import type { Logger } from '../base/logger.ts'
import type { Environment } from '../config/data-directory.ts'
import type { Flags } from '../config/resolve-settings.ts'

/** What a command may use of the world. */
export interface Context {
  readonly env: Environment
  readonly directory: string
  /** The program to run again for a daemon in the background. */
  readonly program: string
  /** A person is looking: colours, and no raw control characters. */
  readonly isTerminal: boolean
  /** A person can be asked: standard input is a terminal too. Without it nothing prompts. */
  readonly isInteractive: boolean
  readonly write: (text: string) => void
  readonly writeError: (text: string) => void
  readonly streams: { readonly readable: Readable; readonly writable: Writable }
  readonly createHost: CreateHost
}

/** What it takes to look at this machine and at the daemon. */
export type Place = Pick<Context, 'env' | 'directory' | 'program'>

export type CreateHost = (options: HostOptions) => Promise<RunningHost>

interface HostOptions {
  readonly env: Environment
  readonly flags: Flags
  readonly profile?: string | undefined
  readonly writeLog: (line: string) => void
  readonly lockPatienceMs: number
  readonly onShutdown?: (by: string) => void
}

export interface RunningHost {
  readonly start: () => Promise<Ready>
  readonly connect: (
    streams: { readonly readable: Readable; readonly writable: Writable },
    identity: { readonly profile: string | null; readonly workdir: string },
  ) => { readonly closed: Promise<void> }
  readonly log: Logger
  readonly close: () => Promise<void>
}

/** Where a host that has started can be reached; `login` is good once. */
export interface Ready {
  readonly url: string
  readonly login: string
  readonly mcp: string
  readonly token: string
  readonly pid: number
  readonly dataDir: string
  /** What a person should know about this start. */
  readonly notes: readonly string[]
}
