import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Credentials } from '../../access/credentials.ts'
import { createGuesses } from '../../access/guesses.ts'
import { CONSOLE_CREDENTIAL, type PersonSessions } from '../../access/person-sessions.ts'
import type { Principal } from '../../access/principal.ts'
import { createRequestRates } from '../../access/request-rates.ts'
import type { Clock } from '../../base/clock.ts'
import { HostError } from '../../base/host-error.ts'
import type { Limits } from '../../base/limits.ts'
import type { Logger } from '../../base/logger.ts'
import { assertSafeBinding, type HttpSettings, ownAddresses } from './addresses.ts'
import { type Admit, type Admitted, createAdmit, type Transport } from './admit.ts'
import { createApp, type HttpServices } from './app.ts'
import { isMcpPath } from './authorise.ts'
import { cookieName, sessionCookie } from './cookie.ts'
import { refuse } from './errors.ts'
import type { EventLog } from './event-stream.ts'
import { createEventStreams, type OwnsRun } from './event-streams.ts'
import { listenOnPort, listenOnSocket } from './listen.ts'
import { createOpenResponses, type OpenResponses } from './open-responses.ts'
import { measureLoopDelay } from './routes/metrics.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import { createTerminalSockets } from './terminals/terminal-socket.ts'
import { createUpgrade } from './terminals/upgrade.ts'

/** Answers an admitted MCP request. Reads the body itself: bounded, and no larger than `limits.frameBytes`. */
export type HandleMcp = (request: IncomingMessage, response: ServerResponse, principal: Principal) => Promise<void>

export interface HttpServerParts {
  readonly settings: HttpSettings
  /** The CLI's socket; a person's key is needed there too. */
  readonly socketPath?: string | undefined
  readonly credentials: Pick<Credentials, 'verify' | 'isSecret'>
  readonly mcp: { readonly handleHttp: HandleMcp }
  readonly services: HttpServices
  readonly sessions: PersonSessions
  readonly events: EventLog
  readonly ownsRun: OwnsRun
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Logger
  readonly heartbeatMs?: number
  readonly consoleDirectory?: string
}

export interface HttpServer {
  readonly listen: () => Promise<void>
  /** Where people and clients reach it. Known once it listens. */
  readonly url: () => string
  readonly port: () => number
  /** Good once, for ten minutes. */
  readonly loginLink: () => string
  /** Cuts off whoever is still being answered with this credential, streams included. */
  readonly endCredential: (credential: string) => void
  readonly close: () => Promise<void>
}

const HEARTBEAT_MS = 15_000
const CLOSE_GRACE_MS = 2_000

/** Receiving a request is limited in time, answering it is not: a call may wait for a person. */
const SERVER_OPTIONS = {
  requestTimeout: 60_000,
  headersTimeout: 15_000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 5_000,
}
const CONNECTIONS = 4_096

export function createHttpServer(parts: HttpServerParts): HttpServer {
  const { settings, socketPath, log } = parts
  assertSafeBinding(settings)
  let handle: Handle | undefined
  const serve = (transport: Transport): Server => {
    const server = createServer(SERVER_OPTIONS, (request, response) => handle?.(request, response, transport))
    server.maxConnections = CONNECTIONS
    server.on('upgrade', (request, socket, head) => {
      if (front === undefined) socket.destroy()
      else front.upgrade(request, socket, head, transport)
    })
    server.on('error', (cause) => {
      // A port that is taken is told by `listen`, to whoever can choose another.
      if (server.listening) log.warn('a server reports an error', { transport, cause })
    })
    return server
  }
  const responses = createOpenResponses()
  const servers = { network: serve('network'), local: serve('local') }
  let port = settings.port
  let front: ReturnType<typeof createFront> | undefined

  const giveUp = async (cause: unknown): Promise<never> => {
    await closeServer(servers.network)
    throw cause
  }

  return {
    listen: async () => {
      port = await listenOnPort(servers.network, settings.host, settings.port)
      front = createFront(parts, port, responses)
      handle = front.handle
      if (socketPath !== undefined) await listenOnSocket(servers.local, socketPath).catch(giveUp)
      log.info('listening', { url: front.url, socketPath })
    },
    url: () => ready(front).url,
    port: () => port,
    loginLink: () => ready(front).loginLink(),
    endCredential: responses.endCredential,
    close: async () => {
      front?.close()
      await Promise.all([servers.network, servers.local].map(closeServer))
    },
  }
}

type Handle = (request: IncomingMessage, response: ServerResponse, transport: Transport) => void

/** Everything that depends on the port: our own addresses, the cookie's name, the routes. */
function createFront(
  {
    settings,
    credentials,
    mcp,
    services,
    sessions,
    events,
    ownsRun,
    limits,
    clock,
    log,
    heartbeatMs,
    consoleDirectory,
  }: HttpServerParts,
  port: number,
  responses: OpenResponses,
) {
  const addresses = ownAddresses(settings, port)
  const guesses = createGuesses(clock, limits)
  const name = cookieName(port, settings.behindProxy)
  const streams = createEventStreams({
    log: events,
    ownsRun,
    toToolEvent: services.toToolEvent,
    limits,
    heartbeatMs: heartbeatMs ?? HEARTBEAT_MS,
  })
  const loopDelay = measureLoopDelay()
  const loginLink = () => `${addresses.url}/login#${sessions.newLoginCode()}`
  const admit: Admit = createAdmit({
    credentials,
    sessions,
    guesses,
    rates: createRequestRates(clock, limits),
    cookieName: name,
    addresses,
    limits,
  })
  const app = createApp({
    services,
    ownsRun,
    sessions,
    mayGuess: (address) => !guesses.failed(address),
    setCookie: (value) => sessionCookie(name, value, settings.behindProxy),
    loginLink,
    endSessions: () => {
      const ended = sessions.endAll()
      // After the answer: whoever signs out in a browser reads it.
      setImmediate(() => responses.endCredential(CONSOLE_CREDENTIAL))
      return ended
    },
    openStreams: streams.count,
    loopDelay,
    consoleDirectory,
    clock,
    log,
  })

  const respond = async (
    request: IncomingMessage,
    response: ServerResponse,
    { path, query, principal }: Admitted,
  ): Promise<void> => {
    if (principal !== undefined && isMcpPath(path)) return mcp.handleHttp(request, response, principal)
    if (principal !== undefined && path === '/api/events' && isRead(request))
      return streams.open(request, response, query, principal)
    // Our own `Response` stays in place: the adapter would otherwise replace it for the whole process.
    const listener = getRequestListener(
      (web) => app.fetch(web, { incoming: request, outgoing: response, principal, limits }),
      {
        overrideGlobalObjects: false,
      },
    )
    return listener(request, response)
  }

  const handle: Handle = (request, response, transport) => {
    response.setHeaders(SECURITY_HEADERS as Map<string, string>)
    const admission = admit(request, transport)
    if ('refused' in admission) return refuse(request, response, admission.refused)
    const { principal } = admission.admitted
    if (principal !== undefined) responses.track(principal.credential, response)
    respond(request, response, admission.admitted).catch((cause: unknown) => {
      const error = HostError.from(cause)
      if (error.httpStatus >= 500)
        log.error('a request failed', { method: request.method, path: admission.admitted.path, cause })
      refuse(request, response, { status: error.httpStatus, error, headers: {} })
    })
  }

  const viewers = createTerminalSockets({ terminals: services.terminals, newViewerId: randomUUID, log })
  const upgrade = createUpgrade(admit, viewers, responses.track)

  const close = (): void => {
    viewers.close()
    streams.close()
    loopDelay.disable()
  }
  return { url: addresses.url, loginLink, handle, upgrade, close }
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD'
}

function ready<T>(front: T | undefined): T {
  if (front === undefined) throw new Error('the server does not listen yet')
  return front
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return
  const closed = Promise.withResolvers<void>()
  server.close(() => closed.resolve())
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS)
  await closed.promise
  clearTimeout(timer)
}
