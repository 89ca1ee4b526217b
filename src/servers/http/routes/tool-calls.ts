import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { HostError } from '../../../base/host-error.ts'
import type { CallOutcome } from '../../../calls/calls.ts'
import { profileIdSchema } from '../../../contract/tools-file.ts'
import { wishesOf } from '../../mcp/introduction.ts'
import { errorBody, retryAfter } from '../errors.ts'
import { body, type HttpEnv, param, principalOf } from '../http-env.ts'
import type { OfferedTools } from '../offered-tools.ts'
import type { CallTool } from './call.ts'

export const toolName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/, 'not the name of a tool')
const toolArguments = z.record(z.string(), z.unknown())

interface Parts {
  readonly offered: OfferedTools
  readonly callTool: CallTool
}

/** The enabled tools of the caller's profile as plain HTTP: what is posted are the arguments, the answer is the output. */
export function toolCallRoutes({ offered, callTool }: Parts) {
  return new Hono<HttpEnv>()
    .get('/', (c) => {
      const profile = profileOf(c, offered)
      return c.json({ profile, tools: offered.definitions(profile, principalOf(c)) })
    })
    .post('/:name', async (c) => {
      const name = param(c, 'name', toolName)
      const profile = profileOf(c, offered)
      const args = await body(c, toolArguments)
      const outcome = await callTool({
        name,
        args,
        profile,
        ...wishesOf(c.env.incoming.headers),
        principal: principalOf(c),
        signal: c.req.raw.signal,
      })
      return answer(outcome)
    })
}

export function profileOf(c: Context<HttpEnv>, offered: OfferedTools): string {
  const named = c.req.param('profile') === undefined ? undefined : param(c, 'profile', profileIdSchema)
  return offered.profileFor(principalOf(c), named)
}

function answer(outcome: CallOutcome): Response {
  const headers = { 'Upperhand-Call': outcome.callId }
  switch (outcome.status) {
    case 'succeeded': {
      // A model behind an API that knows no headers must learn of an edit too.
      const edited = outcome.editedByUser ? { edited_by_user: true } : {}
      return Response.json({ ...outcome.output, ...edited }, { headers })
    }
    case 'pending': {
      const wait = { 'Retry-After': String(outcome.output['retry_after_s']) }
      return Response.json(
        { ...outcome.output, message: outcome.text },
        { status: 202, headers: { ...headers, ...wait } },
      )
    }
    case 'failed': {
      const error = HostError.from(outcome.error)
      return Response.json(errorBody(error), {
        status: error.httpStatus,
        headers: { ...headers, ...retryAfter(error) },
      })
    }
  }
}
