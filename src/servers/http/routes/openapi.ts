import { Hono } from 'hono'
import { type HttpEnv, principalOf } from '../http-env.ts'
import type { OfferedTools } from '../offered-tools.ts'
import { profileOf } from './tool-calls.ts'

/** An OpenAPI document. `base` is what its paths are relative to. */
export type DescribeApi = (wanted: {
  readonly profile: string
  readonly base: string
  /** Also what only people may use. */
  readonly isComplete: boolean
}) => object

interface Parts {
  readonly offered: OfferedTools
  readonly describeApi: DescribeApi
}

/** Clients of this kind take every operation for a tool, so an agent finds its tools here and nothing else. */
export function openapiRoute({ offered, describeApi }: Parts) {
  return new Hono<HttpEnv>().get('/', (c) => {
    const profile = profileOf(c, offered)
    const isNamed = c.req.param('profile') !== undefined
    const base = isNamed ? `/api/p/${profile}` : '/api'
    return c.json(describeApi({ profile, base, isComplete: principalOf(c).kind === 'person' && !isNamed }))
  })
}
