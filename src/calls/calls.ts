import type { HostError } from '../base/host-error.ts'
import type { ApprovalView } from '../contract/approvals.ts'
import type { ProgressEvent } from '../contract/calls.ts'
import type { Because } from '../contract/policy.ts'
import type { Caller } from '../contract/run.ts'
import type { Attachment } from '../tools/operation.ts'

export interface CallRequest {
  /** Any accepted spelling: `fs_read`, `file_operations` with an `operation`, `file_operations.read_file`. */
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly caller: Caller
  readonly signal?: AbortSignal | undefined
  /** How long this caller can be kept waiting for a person. */
  readonly patienceMs?: number | undefined
  /** The approval that this caller already waited for, when it comes back for the answer. */
  readonly resumes?: string | undefined
  /** Told when the call begins to wait for a person; may say how long it waits, instead of `patienceMs`. Must not throw. */
  readonly onWaiting?: ((approval: ApprovalView, reason: WaitReason) => number | undefined) | undefined
  readonly onProgress?: ((progress: CallProgress) => void) | undefined
}

/** The call has to be approved, or what it does is to ask a person. */
export type WaitReason = 'approval' | 'answer'

export interface CallProgress {
  /** Grows with every report of one call. */
  readonly progress: number
  readonly total?: number | undefined
  readonly message: string
}

interface Settled {
  readonly callId: string
  readonly runId: string
  /** The operation's id; the name as given when it could not be resolved. */
  readonly operation: string
  readonly label: string
  readonly durationMs: number
  readonly progressEvents: readonly ProgressEvent[]
}

export interface CallSucceeded extends Settled {
  readonly status: 'succeeded'
  /** The documented output object. */
  readonly output: Readonly<Record<string, unknown>>
  /** What a model reads. */
  readonly text: string
  readonly isTruncated: boolean
  /** Images and documents besides the text. */
  readonly attachments?: readonly Attachment[]
  readonly because: Because
  readonly editedByUser: boolean
}

/** A person has not answered yet. Not an error: the approval goes on. */
export interface CallPending extends Settled {
  readonly status: 'pending'
  readonly approvalId: string
  readonly output: Readonly<Record<string, unknown>>
  readonly text: string
}

export interface CallFailed extends Settled {
  readonly status: 'failed'
  readonly error: HostError
}

export type CallOutcome = CallSucceeded | CallPending | CallFailed

/** The one way to run a tool, for every face. Never throws: whatever happens is an outcome. */
export interface Calls {
  readonly call: (request: CallRequest) => Promise<CallOutcome>
}
