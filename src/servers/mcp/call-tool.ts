import { HostError } from '../../base/host-error.ts'
import type { CallProgress } from '../../calls/calls.ts'
import { createElicitation } from './elicitation.ts'
import { createHeldCall } from './held-call.ts'
import type { Manners } from './manners.ts'
import { createModernCall } from './modern-call.ts'
import type { McpParts } from './parts.ts'
import type { Peer } from './peer.ts'
import type { Tasks } from './tasks.ts'
import { refused, type ToolAnswer } from './tool-answer.ts'

export interface ToolCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: CallProgress) => void) | undefined
  readonly manners: Manners
}

/** One `tools/call`, whatever the transport and era. Never rejects. */
export type CallTool = (peer: Peer, call: ToolCall) => Promise<ToolAnswer>

/** Chooses how a client waits, should a person be needed. A profile that does not serve never opens a run. */
export function createCallTool(parts: McpParts, tasks: Tasks): CallTool {
  const elicitation = createElicitation(parts)
  const heldCall = createHeldCall(parts, elicitation)
  const modernCall = createModernCall(parts, elicitation, tasks)

  return async (peer, call) => {
    const lookup = parts.published(peer.profile())
    if (!lookup.ok) return refused(new HostError('TOOL_DISABLED', lookup.reason, { hint: lookup.hint }))
    try {
      const caller = await peer.caller()
      const { manners } = call
      return manners.era === 'legacy'
        ? await heldCall(caller, call, manners.ask)
        : await modernCall(caller, call, manners)
    } catch (cause) {
      const error = HostError.from(cause)
      if (error.code === 'INTERNAL') parts.log.error('a tool call failed inside', { tool: call.name, cause })
      return refused(error)
    }
  }
}
