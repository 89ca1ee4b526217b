import type { HostEvent } from '../../contract/events.ts'
import type { ToolConfirmation, ToolResult } from '../../contract/tool-calls.ts'

export type ToolEvent =
  | { readonly name: 'ai-tool-confirmation'; readonly data: ToolConfirmation }
  | { readonly name: 'ai-tool-result'; readonly data: ToolResult }

/** Undefined for everything that is neither a question about a call nor its end. */
export type ToToolEvent = (event: HostEvent) => ToolEvent | undefined

interface Parts {
  readonly conversationOf: (runId: string) => string | undefined
  readonly toolName: (operation: string) => string
}

/** The two events that clients with a confirmation dialog of their own listen for. */
export function createToolEvents({ conversationOf, toolName }: Parts): ToToolEvent {
  return ({ type, runId, subject, operation, body }) => {
    const call = {
      conversationId: (runId === null ? undefined : conversationOf(runId)) ?? runId ?? '',
      callId: subject ?? '',
    }
    if (type === 'call.waiting') {
      const data = {
        ...call,
        toolName: toolName(operation ?? ''),
        arguments: (body['args'] ?? {}) as Record<string, unknown>,
        description: text(body['label']),
      }
      return { name: 'ai-tool-confirmation', data }
    }
    // A call that was told to come back has not ended: it is asked for again.
    if (type !== 'call.finished' || body['state'] === 'pending') return undefined
    const success = body['state'] === 'succeeded'
    const failure = (body['error'] as { readonly message?: unknown } | undefined)?.message
    const error = success ? {} : { error: text(failure) || `The call ended as ${text(body['state'])}.` }
    return { name: 'ai-tool-result', data: { ...call, success, output: text(body['output']), ...error } }
  }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
