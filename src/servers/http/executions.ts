import type { ApprovalState } from '../../contract/approvals.ts'
import type { CallView } from '../../contract/calls.ts'
import type { EventType, HostEvent } from '../../contract/events.ts'
import type { Execution } from '../../contract/tool-calls.ts'

export interface Executions {
  /** Newest first, those under way included. `next` goes on, null at the end. */
  readonly list: (filter: ExecutionFilter) => {
    readonly executions: readonly Execution[]
    readonly next: number | null
  }
  /** Throws NOT_FOUND. */
  readonly show: (callId: string) => { readonly execution: Execution; readonly runId: string | null }
}

export interface ExecutionFilter {
  readonly limit: number
  readonly before?: number | undefined
  readonly runId?: string | undefined
  readonly mayHear: (runId: string | null) => boolean
}

interface Parts {
  readonly newest: (filter: {
    readonly types: readonly EventType[]
    readonly limit: number
    readonly before?: number | undefined
    readonly runId?: string | undefined
  }) => readonly HostEvent[]
  /** Throws NOT_FOUND. */
  readonly showCall: (id: string) => { readonly call: CallView }
  /** Undefined when it is no longer known. */
  readonly approvalState: (id: string) => ApprovalState | undefined
  /** The name under which an operation can be called by itself. */
  readonly toolName: (operation: string) => string
}

const STEPS: readonly EventType[] = ['call.waiting', 'call.started', 'call.finished']

/** Calls as clients know them that were made for tools with a confirmation in front. */
export function createExecutions({ newest, showCall, approvalState, toolName }: Parts): Executions {
  const view = (call: CallView): Execution => {
    const { status, result } = outcomeOf(call, approvalState)
    return {
      callId: call.id,
      toolName: toolName(call.operation),
      status,
      arguments: { ...call.args },
      ...(result === undefined ? {} : { result }),
      timestamp: new Date(call.at).toISOString(),
    }
  }

  return {
    list: ({ limit, before, runId, mayHear }) => {
      const page = newest({ types: STEPS, limit, before, runId })
      const calls = page
        .filter((event) => mayHear(event.runId))
        .map((event) => ({ event, call: showCall(event.subject ?? '').call }))
        // Only the last step stands for its call: every call is in the list once.
        .filter(({ event, call }) => event.seq === call.seq)
      return {
        executions: calls.map(({ call }) => view(call)),
        next: page.length < limit ? null : (page.at(-1)?.seq ?? null),
      }
    },
    show: (callId) => {
      const { call } = showCall(callId)
      return { execution: view(call), runId: call.runId }
    },
  }
}

type Outcome = Pick<Execution, 'status' | 'result'>

function outcomeOf(call: CallView, approvalState: Parts['approvalState']): Outcome {
  switch (call.state) {
    case 'opened':
    case 'running':
      return { status: 'executing' }
    case 'waiting':
      return { status: 'pending_confirmation' }
    case 'succeeded':
      return { status: 'completed', result: { success: true, output: call.output ?? '', ...duration(call) } }
    case 'pending':
      return afterPending(call, call.approvalId === null ? undefined : approvalState(call.approvalId))
    case 'denied':
      return { status: 'denied', result: failure(call, 'It was refused.') }
    case 'failed':
    case 'cancelled':
    case 'expired':
      return { status: 'failed', result: failure(call, `It was ${call.state}.`) }
    case 'unknown':
      return { status: 'failed', result: failure(call, 'upperhand stopped while it ran: the outcome is unknown.') }
  }
}

/** Its caller was told to come back. Whatever was decided since, this very call did not run. */
function afterPending(call: CallView, state: ApprovalState | undefined): Outcome {
  switch (state) {
    case 'pending':
    case 'approved':
      return { status: 'pending_confirmation' }
    case 'denied':
    case 'answered':
      return { status: 'denied', result: failure(call, 'A person denied it.') }
    case 'spent':
      return { status: 'failed', result: failure(call, 'Not run: the approval was used by the call that repeated it.') }
    default:
      return { status: 'failed', result: failure(call, 'Nobody answered in time.') }
  }
}

function failure(call: CallView, otherwise: string): NonNullable<Execution['result']> {
  return { success: false, output: call.output ?? '', error: call.error?.message ?? otherwise, ...duration(call) }
}

function duration({ durationMs }: CallView): { durationMs?: number } {
  return durationMs === null ? {} : { durationMs }
}
