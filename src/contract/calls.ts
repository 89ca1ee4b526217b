import type { ErrorCode } from './errors.ts'
import type { Because } from './policy.ts'

export const CALL_STATES = [
  'opened',
  'waiting',
  'running',
  'succeeded',
  'failed',
  'denied',
  'expired',
  'cancelled',
  'pending',
  'unknown',
] as const
export type CallState = (typeof CALL_STATES)[number]

/** A call as history shows it. `unknown` means that upperhand died while the call was running. */
export interface CallView {
  readonly id: string
  readonly seq: number
  readonly at: number
  readonly runId: string | null
  readonly client: string
  readonly profile: string
  readonly operation: string
  readonly label: string
  readonly args: Readonly<Record<string, unknown>>
  readonly state: CallState
  readonly durationMs: number | null
  readonly because: Because | null
  readonly error: { readonly code: ErrorCode; readonly message: string } | null
  readonly output: string | null
  readonly approvalId: string | null
  readonly isPerson: boolean
}

/** The kinds and display fields that progress events carry. */
export interface ProgressEvent {
  readonly eventType: 'toolStarted' | 'toolCompleted' | 'toolFailed' | 'progress' | 'userMessage'
  readonly toolName: string
  readonly display: {
    readonly action: string
    readonly actionDisplayName: string
    readonly summary: string
    readonly details: readonly string[]
    readonly status: 'inProgress' | 'success' | 'error'
    readonly icon: string
  }
  readonly timestamp: string
}
