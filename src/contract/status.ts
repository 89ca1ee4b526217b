import type { Level } from './levels.ts'

/** What console, CLI and status page say about the running host. */
export interface StatusView {
  readonly version: string
  readonly pid: number
  readonly startedAt: number
  readonly url: string
  readonly mcpUrl: string
  readonly dataDirectory: string
  readonly isPaused: boolean
  /** The machine's own level; null where each profile's holds. */
  readonly level: Level | null
  /** When that level ends; null when it stands. */
  readonly levelUntil?: number | null
  /** Why the host is in safe mode, one sentence each; empty when it is not. */
  readonly safeMode: readonly string[]
  /** Other things a person should know, for example why `tools.json` was not taken. */
  readonly warnings: readonly string[]
  readonly activeProfile: string
  readonly profiles: readonly {
    readonly id: string
    readonly label: string
    readonly level: Level
    readonly tools: number
  }[]
  readonly pendingApprovals: number
  readonly runs: number
}

/** The warnings without what safe mode says already. */
export function otherWarnings({ safeMode, warnings }: Pick<StatusView, 'safeMode' | 'warnings'>): string[] {
  return warnings
    .map((warning) => safeMode.reduce((rest, reason) => rest.replace(reason, ''), warning).trim())
    .filter((rest) => rest !== '' && !safeMode.some((reason) => reason.includes(rest)))
}
