import type { IncomingMessage, ServerResponse } from 'node:http'
import { classifyInboundRequest } from '@modelcontextprotocol/server'
import type { Change } from './change.ts'
import type { Dispatch } from './dispatch.ts'
import { MODERN_VERSION } from './envelope.ts'
import { answerError, type HttpExchange, header, readPost } from './http-exchange.ts'
import { createModernHttp } from './modern-http.ts'
import type { McpParts, Principal } from './parts.ts'
import { createSessions } from './sessions.ts'
import { createSse } from './sse.ts'

export interface McpHttp {
  /** Serves `/mcp`, `/mcp/p/<profile>`, `/sse` and `/messages`. Host, Origin and token are checked before. */
  readonly handle: (req: IncomingMessage, res: ServerResponse, principal: Principal) => Promise<void>
  readonly tell: (change: Change) => void
  /** Ends the sessions that were opened with it; requests under way are ended by closing their responses. */
  readonly endCredential: (credential: string) => void
  readonly close: () => Promise<void>
}

const PROFILE_PATH = /^\/mcp\/p\/([A-Za-z0-9][A-Za-z0-9._-]{0,63})$/

export function createMcpHttp(parts: McpParts, dispatch: Dispatch): McpHttp {
  const modern = createModernHttp(parts, dispatch)
  const sessions = createSessions(parts, dispatch)
  const sse = createSse(parts, dispatch)

  const serveMcp = async (exchange: HttpExchange): Promise<void> => {
    const { method } = exchange.req
    if (method !== 'POST') {
      // Without a session, and in the modern era altogether, there is only POST.
      const isSession = header(exchange, 'mcp-session-id') !== undefined
      const isModern = header(exchange, 'mcp-protocol-version') === MODERN_VERSION
      if (isSession && !isModern && (method === 'GET' || method === 'DELETE')) return sessions.serve(exchange)
      return answerError(exchange, 405, { code: -32000, message: 'Method not allowed.' })
    }
    const post = await readPost(exchange, parts.limits)
    if (post === null || (await modern.answerHot(post)) || (await sessions.answerHot(post))) return
    const isLegacy = classifyInboundRequest(classifiable(exchange, post.body)).kind === 'legacy'
    return isLegacy ? sessions.serve(exchange, post.body) : modern.serve(post)
  }

  const route = async (req: IncomingMessage, res: ServerResponse, principal: Principal): Promise<void> => {
    const [path = '/', query = ''] = (req.url ?? '/').split('?', 2)
    const exchange = { req, res, principal, profile: PROFILE_PATH.exec(path)?.[1] ?? principal.profile }
    if (path === '/mcp' || path.startsWith('/mcp/p/')) {
      if (path === '/mcp' || PROFILE_PATH.test(path)) return serveMcp(exchange)
    } else if (path === '/sse' && req.method === 'GET') {
      return sse.open(exchange)
    } else if (path === '/messages' && req.method === 'POST') {
      return sse.post(exchange, new URLSearchParams(query).get('sessionId') ?? '')
    } else if (path === '/sse' || path === '/messages') {
      return answerError(exchange, 405, { code: -32000, message: 'Method not allowed.' })
    }
    answerError(exchange, 404, { code: -32000, message: 'There is nothing here.' })
  }

  return {
    handle: async (req, res, principal) => {
      try {
        await route(req, res, principal)
      } catch (cause) {
        if (res.destroyed || !req.complete) return parts.log.debug('a client went away', { cause })
        parts.log.error('an MCP request failed inside', { url: req.url, cause })
        answerError({ req, res, principal, profile: null }, 500, { code: -32603, message: 'Internal error' })
      }
    },
    tell: (change) => {
      modern.tell(change)
      sessions.tell(change)
      sse.tell(change)
    },
    endCredential: (credential) => {
      sessions.endCredential(credential)
      sse.endCredential(credential)
    },
    close: async () => {
      sessions.close()
      sse.close()
      await modern.close()
    },
  }
}

function classifiable(exchange: HttpExchange, body: unknown) {
  const version = header(exchange, 'mcp-protocol-version')
  const method = header(exchange, 'mcp-method')
  return {
    httpMethod: 'POST',
    body,
    ...(version === undefined ? {} : { protocolVersionHeader: version }),
    ...(method === undefined ? {} : { mcpMethodHeader: method }),
  }
}
