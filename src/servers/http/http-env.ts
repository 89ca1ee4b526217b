import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'
import type { z } from 'zod'
import type { Principal } from '../../access/principal.ts'
import { HostError } from '../../base/host-error.ts'
import type { Limits } from '../../base/limits.ts'
import { readJson } from './read-json.ts'

/** What a route finds in `c.env`. The request has been admitted: its principal may use the route. */
export interface HttpEnv {
  Bindings: {
    readonly incoming: IncomingMessage
    readonly outgoing: ServerResponse
    readonly principal: Principal | undefined
    readonly limits: Limits
  }
}

export type HttpContext = Context<HttpEnv>

/** The credential that did it, for the history. */
export function actor(c: HttpContext): string {
  return principalOf(c).credential
}

export function principalOf(c: HttpContext): Principal {
  if (c.env.principal === undefined) throw new HostError('PERMISSION_DENIED', 'A credential is needed.')
  return c.env.principal
}

export async function body<Schema extends z.ZodType>(c: HttpContext, schema: Schema): Promise<z.output<Schema>> {
  return parsed(schema, (await readJson(c.env.incoming, c.env.limits)) ?? {})
}

export function query<Schema extends z.ZodType>(c: HttpContext, schema: Schema): z.output<Schema> {
  return parsed(schema, c.req.query())
}

export function param<Schema extends z.ZodType>(c: HttpContext, name: string, schema: Schema): z.output<Schema> {
  return parsed(schema, c.req.param(name), name)
}

const ISSUES_SHOWN = 5

export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown, name = 'request'): z.output<Schema> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const lines = result.error.issues
    .slice(0, ISSUES_SHOWN)
    .map(({ path, message }) => `${path.join('.') || name}: ${message}`)
  throw new HostError('INVALID_PARAMETERS', lines.join('; '))
}
