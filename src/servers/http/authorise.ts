import type { Principal } from '../../access/principal.ts'
import { isConsolePath } from '../../contract/console.ts'
import { type Refusal, refusal } from './errors.ts'

const MCP = /^\/(?:mcp(?:\/p\/[^/]+)?|sse|messages)$/
const ICON = /^\/icons\/[a-z0-9-]+\.svg$/
const NAME = '[A-Za-z0-9][A-Za-z0-9._-]*'

/** Compared with the raw path, so that no decoding or dots can widen them. */
const PUBLIC = new Set(['GET /healthz', 'GET /login', 'POST /login', 'GET /favicon.ico'])
const AGENTS = new RegExp(
  `^(?:GET /api/(?:p/${NAME}/)?(?:tools|openapi\\.json)|POST /api/(?:p/${NAME}/)?tools/${NAME}|GET /api/events|GET /api/executions(?:/${NAME})?)$`,
)
const PROFILE = /^\/(?:mcp|api)\/p\/([^/]*)/

export function isMcpPath(path: string): boolean {
  return MCP.test(path)
}

export function isPublic(method: string, path: string): boolean {
  const route = routeOf(method, path)
  return PUBLIC.has(route) || (route.startsWith('GET ') && (ICON.test(path) || isConsolePath(path)))
}

/** People may use everything; agents their tools and nothing that could loosen the leash; strangers what shows nothing. */
export function authorise(principal: Principal | undefined, method: string, path: string): Refusal | undefined {
  if (isPublic(method, path) || principal?.kind === 'person') return undefined
  if (principal === undefined) {
    return refusal(401, 'PERMISSION_DENIED', 'A credential is needed.', {
      hint: 'Send "Authorization: Bearer <token>", or open a login link: upperhand open',
      headers: { 'WWW-Authenticate': 'Bearer realm="upperhand"' },
    })
  }
  if (isMcpPath(path) || AGENTS.test(routeOf(method, path))) return refuseOtherProfile(principal, path)
  return refusal(403, 'PERMISSION_DENIED', 'This is for people; the credential is an agent\u2019s.', {
    hint: 'A person can do it in the console or with the upperhand command.',
  })
}

/** A token that is bound to a profile does not choose another one. */
function refuseOtherProfile({ profile }: Principal, path: string): Refusal | undefined {
  const named = PROFILE.exec(path)?.[1]
  if (profile === null || named === undefined || named === profile) return undefined
  return refusal(403, 'PERMISSION_DENIED', `This token is for the profile ${profile} only.`, {
    hint: 'Use the address without a profile, or another token.',
  })
}

function routeOf(method: string, path: string): string {
  return `${method === 'HEAD' ? 'GET' : method} ${path}`
}
