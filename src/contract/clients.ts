/** `foreign`: another server is registered under our name. `outdated`: ours, but not as it would be written today. */
export type ClientState = 'connected' | 'outdated' | 'foreign' | 'not_connected' | 'unreadable'

/** An AI client on this machine, and whether upperhand is registered there. */
export interface ClientView {
  readonly id: string
  readonly label: string
  readonly isDetected: boolean
  /** The programs, files and directories that show it is installed. */
  readonly evidence: readonly string[]
  readonly state: ClientState
  readonly transport: 'stdio' | 'http' | null
  /** What it calls, where it is connected by address. */
  readonly url: string | null
  /** Null: whichever profile is active. */
  readonly profile: string | null
  /** Where it reads its servers, whether or not the file exists. */
  readonly file: string
  readonly problems: readonly string[]
}

/** The program that any client can start: absolute paths, since a client started from a desktop has another PATH. */
export interface ClientLaunch {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** What connecting or disconnecting would do, for people. Secrets in the diff are masked. */
export interface ClientPlanView {
  readonly client: string
  readonly action: 'connect' | 'disconnect'
  readonly kind: 'change' | 'refused' | 'unchanged' | 'manual'
  /** Names the change when it is made; null where there is none to make. */
  readonly planId: string | null
  readonly file: string | null
  readonly diff: string | null
  readonly snippet: string | null
  readonly steps: readonly string[]
  readonly notes: readonly string[]
  readonly reason: string | null
  readonly hint: string | null
}
