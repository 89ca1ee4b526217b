import { Hono } from 'hono'
import { type IssuedToken, type NewToken, newTokenSchema, type TokenView } from '../../../contract/tokens.ts'
import { actor, body, type HttpEnv, param } from '../http-env.ts'
import { recordId } from './ids.ts'

export interface TokenService {
  readonly list: () => readonly TokenView[]
  readonly add: (token: NewToken, by: string) => IssuedToken
  /** Throws NOT_FOUND when there is none that counts. */
  readonly rotate: (id: string, by: string) => IssuedToken
  readonly revoke: (id: string, by: string) => void
  /** Replaces the secret in the file `token`, for clients that are configured with it. */
  readonly rotateFile: (by: string) => void
}

/** Secrets leave here once, with the answer that made them. */
export function tokenRoutes(tokens: TokenService) {
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json({ tokens: tokens.list() }))
    .post('/', async (c) => c.json(tokens.add(await body(c, newTokenSchema), actor(c)), 201))
    .post('/agent/rotate', (c) => {
      tokens.rotateFile(actor(c))
      return c.json({ rotated: 'agent' })
    })
    .post('/:id/rotate', (c) => c.json(tokens.rotate(param(c, 'id', recordId), actor(c))))
    .delete('/:id', (c) => {
      tokens.revoke(param(c, 'id', recordId), actor(c))
      return c.body(null, 204)
    })
}
