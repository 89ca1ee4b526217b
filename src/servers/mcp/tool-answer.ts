import { pathToFileURL } from 'node:url'
import type { CallToolResult } from '@modelcontextprotocol/server'
import type { HostError } from '../../base/host-error.ts'
import type { CallOutcome, CallSucceeded } from '../../calls/calls.ts'
import type { Attachment } from '../../tools/operation.ts'
import { INVALID_PARAMS, type RpcError } from './json-rpc.ts'
import type { McpParts } from './parts.ts'
import type { InputRequest, TaskView } from './tasks.ts'

/** The client is to come back with the state, and with answers to what it is asked. Only for clients of 2026. */
export type ComeBack = CallToolResult & {
  readonly resultType: 'input_required'
  readonly requestState: string
  readonly inputRequests?: Readonly<Record<string, InputRequest>>
}

export type TaskCreated = TaskView & { readonly resultType: 'task'; readonly _meta: Record<string, unknown> }

export type ToolAnswer =
  | { readonly ok: true; readonly result: CallToolResult | ComeBack | TaskCreated }
  | { readonly ok: false; readonly error: RpcError }

export type FinalAnswer = Extract<ToolAnswer, { ok: false }> | { readonly ok: true; readonly result: CallToolResult }

/** What a client reads of an outcome, whatever way it waited for it. */
export function answerOf(parts: McpParts, name: string, outcome: CallOutcome): FinalAnswer {
  const facts = {
    'upperhand/executionId': outcome.callId,
    'upperhand/runId': outcome.runId,
    'upperhand/durationMs': outcome.durationMs,
    'upperhand/progressEvents': outcome.progressEvents,
  }
  switch (outcome.status) {
    case 'succeeded':
      return answered(outcome, remindersOf(parts, outcome), {
        ...facts,
        'upperhand/truncated': outcome.isTruncated,
        'upperhand/because': outcome.because,
        ...(outcome.editedByUser ? { 'upperhand/editedByUser': true } : {}),
      })
    case 'pending':
      return answered(outcome, [], facts)
    case 'failed':
      if (outcome.error.code === 'TOOL_NOT_FOUND' && !parts.isKnownName(name)) return unknownTool(parts, name)
      return refused(outcome.error, facts)
  }
}

/** They are for the model; a call that ran stays a success, whatever becomes of them. */
function remindersOf({ remind, log }: McpParts, { runId, operation }: CallSucceeded): readonly string[] {
  try {
    return remind?.(runId, operation) ?? []
  } catch (cause) {
    log.warn('a result goes without reminders', { runId, cause })
    return []
  }
}

function answered(
  outcome: { text: string; output: object; attachments?: readonly Attachment[] },
  reminders: readonly string[],
  meta: Record<string, unknown>,
): FinalAnswer {
  const content: CallToolResult['content'] = [
    { type: 'text', text: outcome.text },
    ...(outcome.attachments ?? []).map(blockOf),
    ...reminders.map((text) => ({ type: 'text' as const, text, annotations: { audience: ['assistant' as const] } })),
  ]
  return { ok: true, result: { content, structuredContent: { ...outcome.output }, _meta: meta } }
}

/** Clients show images; a document is embedded with its address. */
function blockOf({ mimeType, data, path }: Attachment): CallToolResult['content'][number] {
  if (mimeType.startsWith('image/')) return { type: 'image', mimeType, data: data.toString('base64') }
  return { type: 'resource', resource: { uri: pathToFileURL(path).href, mimeType, blob: data.toString('base64') } }
}

export function refused(error: HostError, facts: Record<string, unknown> = {}): FinalAnswer {
  const { code, message, hint, details } = error
  const text = hint === undefined ? message : `${message}\n${hint}`
  const _meta = { ...facts, 'upperhand/error': { code, hint, details } }
  return { ok: true, result: { content: [{ type: 'text', text }], isError: true, _meta } }
}

function unknownTool(parts: McpParts, name: string): FinalAnswer {
  const near = parts.nearNames(name)
  const hint = near.length === 0 ? 'See tools/list.' : `Close names: ${near.join(', ')}.`
  return { ok: false, error: { code: INVALID_PARAMS, message: `Unknown tool "${name}". ${hint}`, data: { near } } }
}
