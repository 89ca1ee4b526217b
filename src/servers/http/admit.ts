import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Credentials } from '../../access/credentials.ts'
import type { Guesses } from '../../access/guesses.ts'
import type { PersonSession, PersonSessions } from '../../access/person-sessions.ts'
import type { Principal } from '../../access/principal.ts'
import type { RequestRates } from '../../access/request-rates.ts'
import type { Limits } from '../../base/limits.ts'
import type { Addresses } from './addresses.ts'
import { authorise, isMcpPath, isPublic } from './authorise.ts'
import { readCookie } from './cookie.ts'
import { type Refusal, refusal } from './errors.ts'

export interface Admitted {
  readonly path: string
  readonly query: URLSearchParams
  readonly principal: Principal | undefined
}

export type Admission = { readonly admitted: Admitted } | { readonly refused: Refusal }

/** `network` is anything a browser can reach; `local` is the unix socket. */
export type Transport = 'network' | 'local'

interface Parts {
  readonly credentials: Pick<Credentials, 'verify' | 'isSecret'>
  readonly sessions: PersonSessions
  readonly guesses: Guesses
  readonly rates: RequestRates
  readonly cookieName: string
  readonly addresses: Addresses
  readonly limits: Pick<Limits, 'frameBytes'>
}

export type Admit = (request: IncomingMessage, transport: Transport) => Admission

const METHODS = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE']
const HEADER_TOKEN = 'upperhand-csrf'

/** Every request passes here before any route: address, credential, right, body. The order keeps strangers from learning anything. */
export function createAdmit(parts: Parts): Admit {
  return (request, transport) => {
    const [path = '', search = ''] = split(request.url ?? '')
    const query = new URLSearchParams(search)
    const method = request.method ?? ''
    const foreign =
      refuseForeign(request, transport, parts.addresses, path) ?? refuseForm(method, query, parts.credentials)
    if (foreign !== undefined) return { refused: foreign }

    const found = authenticate(request, path, parts)
    if ('refused' in found) return found
    const { principal } = found
    const refused =
      authorise(principal, method, path) ??
      refuseBusy(principal, path, parts.rates) ??
      refuseBody(request, parts.limits.frameBytes)
    return refused === undefined ? { admitted: { path, query, principal } } : { refused }
  }
}

function split(url: string): [string, string] {
  const mark = url.indexOf('?')
  return mark === -1 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)]
}

function refuseForeign(
  request: IncomingMessage,
  transport: Transport,
  addresses: Addresses,
  path: string,
): Refusal | undefined {
  if (!path.startsWith('/') || path.startsWith('//'))
    return refusal(400, 'INVALID_PARAMETERS', 'The request target must be a path.')
  const { host, origin } = request.headers
  if (transport === 'network' && !addresses.isOwnHost(host)) {
    return refusal(403, 'PERMISSION_DENIED', 'This Host is not one of upperhand.', {
      hint: 'Use the address that upperhand prints, or add the name to "allowedHosts" in settings.json.',
    })
  }
  if (origin !== undefined && !addresses.isOwnOrigin(origin)) {
    return refusal(403, 'PERMISSION_DENIED', 'Pages of other origins have no access.')
  }
  return undefined
}

const QUERY_SECRETS =
  /^(?:(?:access|auth|bearer|api|session|csrf)?[_-]?(?:token|key|secret)|auth|bearer|authorization|password)$/i

function refuseForm(method: string, query: URLSearchParams, { isSecret }: Parts['credentials']): Refusal | undefined {
  if (!METHODS.includes(method)) {
    return refusal(405, 'INVALID_PARAMETERS', 'This method is not supported.', {
      headers: { Allow: METHODS.join(', ') },
    })
  }
  for (const [name, value] of query) {
    if (!QUERY_SECRETS.test(name) && !isSecret(value)) continue
    return refusal(
      400,
      'INVALID_PARAMETERS',
      'A credential in an address ends up in logs and histories, so it is not accepted there.',
      {
        hint: 'Send it as a header: Authorization: Bearer <token>',
      },
    )
  }
  return undefined
}

type Authentication = { readonly principal: Principal | undefined } | { readonly refused: Refusal }

function authenticate(request: IncomingMessage, path: string, parts: Parts): Authentication {
  const { authorization } = request.headers
  const bearer = /^Bearer +([^\s]+)$/i.exec(authorization ?? '')?.[1]
  const principal = parts.credentials.verify(bearer)
  if (principal !== undefined) return { principal }
  if (authorization !== undefined) return { refused: wrongCredential(request, parts.guesses) }
  // A cookie comes along by itself, so it is never enough to run tools over MCP.
  if (isMcpPath(path)) return { principal: undefined }

  const cookie = readCookie(request.headers.cookie, parts.cookieName)
  const session = cookie === undefined ? undefined : parts.sessions.find(cookie)
  if (session === undefined) return { principal: undefined }
  const forged = refuseForged(request, session)
  if (forged === undefined) return { principal: session.principal }
  return isPublic(request.method ?? '', path) ? { principal: undefined } : { refused: forged }
}

function wrongCredential(request: IncomingMessage, guesses: Guesses): Refusal {
  if (!guesses.failed(request.socket.remoteAddress ?? 'local')) {
    return refusal(401, 'PERMISSION_DENIED', 'The credential is not valid.', {
      hint: 'Agents use the content of the file "token" in the data directory.',
      headers: { 'WWW-Authenticate': 'Bearer realm="upperhand", error="invalid_token"' },
    })
  }
  return refusal(429, 'LIMIT_REACHED', 'Too many wrong credentials from this address.', {
    hint: 'Wait a minute, then use the right one.',
    headers: { 'Retry-After': '60' },
  })
}

/** A cookie alone proves a browser, not our page: other pages on this machine share its site, and its cookies. */
function refuseForged(request: IncomingMessage, { headerHash }: PersonSession): Refusal | undefined {
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && !(isRead && site === 'none')) {
    return refusal(403, 'PERMISSION_DENIED', 'The request was started by another page.')
  }
  if (isRead) return undefined
  const presented = request.headers[HEADER_TOKEN]
  if (typeof presented === 'string' && timingSafeEqual(digest(presented), Buffer.from(headerHash, 'hex')))
    return undefined
  return refusal(403, 'PERMISSION_DENIED', 'A change needs the header token of the session.', {
    hint: 'Open a new login link: upperhand open',
  })
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

/** A flood of one credential costs the others nothing. Pausing is never too much. */
function refuseBusy(principal: Principal | undefined, path: string, rates: RequestRates): Refusal | undefined {
  if (principal === undefined || !path.startsWith('/api/') || path === '/api/pause') return undefined
  const seconds = rates.count(principal.credential)
  if (seconds === 0) return undefined
  return refusal(429, 'LIMIT_REACHED', 'Too many requests with this credential.', {
    hint: `Wait ${seconds} s, then go on. The limit is a setting (limits.requestsPerMinute).`,
    headers: { 'Retry-After': String(seconds) },
  })
}

function refuseBody(request: IncomingMessage, frameBytes: number): Refusal | undefined {
  const {
    'content-length': length,
    'transfer-encoding': chunked,
    'content-type': type,
    'content-encoding': encoding,
  } = request.headers
  if (chunked === undefined && (length === undefined || length === '0')) return undefined
  if (Number(length) > frameBytes) {
    return refusal(413, 'TOO_LARGE', `The request has ${length} bytes; at most ${frameBytes} are accepted.`)
  }
  const isJson = /^application\/json\s*(?:;\s*charset="?utf-8"?\s*)?$/i.test(type ?? '')
  if (isJson && (encoding === undefined || encoding === 'identity')) return undefined
  return refusal(415, 'INVALID_PARAMETERS', 'Only plain JSON in UTF-8 is accepted.', {
    hint: 'Content-Type: application/json',
  })
}
