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
