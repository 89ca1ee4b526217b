import { Hono } from 'hono'
import { z } from 'zod'
import type { Principal } from '../../../access/principal.ts'
import type { CallOutcome } from '../../../calls/calls.ts'
import { profileIdSchema } from '../../../contract/tools-file.ts'
import { body, type HttpEnv, principalOf } from '../http-env.ts'

/** Runs a tool: one gate and one ledger for everyone; a person is not asked. Throws only where no run can be opened. */
export type CallTool = (request: CallToolRequest) => Promise<CallOutcome>

export interface CallToolRequest {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly workdir: string | undefined
  readonly conversation?: string | undefined
  readonly profile: string | undefined
  readonly principal: Principal
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal
}

export const callBody = z.strictObject({
  name: z.string().min(1).max(200),
  args: z.record(z.string(), z.unknown()).default({}),
  workdir: z.string().min(1).max(4_096).optional(),
  profile: profileIdSchema.optional(),
})

export function callRoute(callTool: CallTool) {
  return new Hono<HttpEnv>().post('/', async (c) => {
    const { name, args, workdir, profile } = await body(c, callBody)
    const outcome = await callTool({
      name,
      args,
      workdir,
      profile,
      principal: principalOf(c),
      signal: c.req.raw.signal,
    })
    return c.json(resultOf(outcome))
  })
}

/** A call that was made is an answer, whatever came of it: success, failure and waiting are told in the body. */
function resultOf(outcome: CallOutcome) {
  const { callId, operation, label, durationMs } = outcome
  const about = { duration_ms: durationMs, status: outcome.status, call_id: callId, operation, label }
  switch (outcome.status) {
    case 'succeeded':
      return {
        success: true,
        output: outcome.text,
        error: null,
        ...about,
        structured: outcome.output,
        truncated: outcome.isTruncated,
        because: outcome.because,
      }
    case 'pending':
      return {
        success: false,
        output: outcome.text,
        error: null,
        ...about,
        structured: outcome.output,
        approval_id: outcome.approvalId,
      }
    case 'failed': {
      const { code, message, hint } = outcome.error
      return { success: false, output: '', error: message, ...about, code, hint: hint ?? null }
    }
  }
}
