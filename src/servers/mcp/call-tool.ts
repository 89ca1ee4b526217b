import type { CallToolResult } from '@modelcontextprotocol/server'
import { HostError } from '../../base/host-error.ts'
import type { CallOutcome, CallProgress } from '../../calls/calls.ts'
import { INVALID_PARAMS, type RpcError } from './json-rpc.ts'
import type { McpParts } from './parts.ts'
import type { Peer } from './peer.ts'

export interface ToolCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: CallProgress) => void) | undefined
}

export type ToolAnswer =
  | { readonly ok: true; readonly result: CallToolResult }
  | { readonly ok: false; readonly error: RpcError }

/** One `tools/call`, whatever the transport and era. A profile that does not serve never opens a run. */
export async function callTool(parts: McpParts, peer: Peer, call: ToolCall): Promise<ToolAnswer> {
  const lookup = parts.published(peer.profile())
  if (!lookup.ok) return refused(new HostError('TOOL_DISABLED', lookup.reason, { hint: lookup.hint }))
  try {
    const caller = await peer.caller()
    const outcome = await parts.calls.call({ ...call, caller, patienceMs: parts.limits.patienceMs })
    return answerOf(parts, call.name, outcome)
  } catch (cause) {
    const error = HostError.from(cause)
    if (error.code === 'INTERNAL') parts.log.error('a tool call failed inside', { tool: call.name, cause })
    return refused(error)
  }
}

function answerOf(parts: McpParts, name: string, outcome: CallOutcome): ToolAnswer {
  const facts = {
    'upperhand/executionId': outcome.callId,
    'upperhand/durationMs': outcome.durationMs,
    'upperhand/progressEvents': outcome.progressEvents,
  }
  switch (outcome.status) {
    case 'succeeded':
      return answered(outcome, {
        ...facts,
        'upperhand/truncated': outcome.isTruncated,
        'upperhand/because': outcome.because,
        ...(outcome.editedByUser ? { 'upperhand/editedByUser': true } : {}),
      })
    case 'pending':
      return answered(outcome, facts)
    case 'failed':
      if (outcome.error.code === 'TOOL_NOT_FOUND' && !parts.isKnownName(name)) return unknownTool(parts, name)
      return refused(outcome.error, facts)
  }
}

function answered(outcome: { text: string; output: object }, meta: Record<string, unknown>): ToolAnswer {
  const content = [{ type: 'text' as const, text: outcome.text }]
  return { ok: true, result: { content, structuredContent: { ...outcome.output }, _meta: meta } }
}

function refused(error: HostError, facts: Record<string, unknown> = {}): ToolAnswer {
  const { code, message, hint, details } = error
  const text = hint === undefined ? message : `${message}\n${hint}`
  const _meta = { ...facts, 'upperhand/error': { code, hint, details } }
  return { ok: true, result: { content: [{ type: 'text', text }], isError: true, _meta } }
}

function unknownTool(parts: McpParts, name: string): ToolAnswer {
  const near = parts.nearNames(name)
  const hint = near.length === 0 ? 'See tools/list.' : `Close names: ${near.join(', ')}.`
  return { ok: false, error: { code: INVALID_PARAMS, message: `Unknown tool "${name}". ${hint}`, data: { near } } }
}
