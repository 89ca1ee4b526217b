import { z } from 'zod'
import { issuedTokenSchema, newTokenSchema, tokenViewSchema } from '../../../contract/tokens.ts'
import { applyBody, wantedChange } from '../routes/clients.ts'
import type { Endpoint } from './endpoint.ts'
import * as views from './views.ts'

const list = <Name extends string>(name: Name, item: z.ZodType) => z.looseObject({ [name]: z.array(item) })

/** Clients, and what they sign in with. */
export const CREDENTIALS: readonly Endpoint[] = [
  {
    route: 'GET /clients',
    id: 'list_clients',
    summary: 'AI clients of this machine, and whether upperhand is registered there',
    tag: 'tokens',
    answer: list('clients', views.clientView),
  },
  {
    route: 'POST /clients/{id}/plan',
    id: 'plan_client',
    summary: 'What connecting or disconnecting would change',
    tag: 'tokens',
    body: wantedChange,
    answer: views.clientPlanView,
  },
  {
    route: 'POST /clients/apply',
    id: 'apply_client',
    summary: 'Make a change that was looked at',
    tag: 'tokens',
    body: applyBody,
    answer: z.looseObject({ client: z.string(), file: z.string(), backup: z.string().nullable() }),
  },
  {
    route: 'POST /clients/{id}/test',
    id: 'test_client',
    summary: 'Start what a connected client starts, list its tools, make a harmless call',
    tag: 'tokens',
    answer: views.clientProofView,
  },
  {
    route: 'GET /tokens',
    id: 'list_tokens',
    summary: 'The named credentials of agents',
    tag: 'tokens',
    answer: list('tokens', tokenViewSchema),
  },
  {
    route: 'POST /tokens',
    id: 'add_token',
    summary: 'A new one; its secret is shown once',
    tag: 'tokens',
    body: newTokenSchema,
    status: 201,
    answer: issuedTokenSchema,
  },
  {
    route: 'POST /tokens/{id}/rotate',
    id: 'rotate_token',
    summary: 'A new secret; the old one ends at once',
    tag: 'tokens',
    answer: issuedTokenSchema,
  },
  {
    route: 'POST /tokens/agent/rotate',
    id: 'rotate_token_file',
    summary: 'A new secret in the file token',
    tag: 'tokens',
    answer: z.looseObject({ rotated: z.literal('agent') }),
  },
  { route: 'DELETE /tokens/{id}', id: 'revoke_token', summary: 'End it and what it opened', tag: 'tokens' },
]
