import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server'
import { takesJson } from './accepts.ts'
import type { Change } from './change.ts'
import type { Dispatch } from './dispatch.ts'
import { hasEnvelope } from './envelope.ts'
import { answerError, type HttpExchange, type HttpPost, header } from './http-exchange.ts'
import { isObject, type RequestId, sortMessage } from './json-rpc.ts'
import type { McpParts } from './parts.ts'
import { createSession, type Session } from './session.ts'
import { createSessionTable, type Owner } from './session-table.ts'

/** Streamable HTTP up to 2025-11-25: `initialize` opens a session, its id comes back with every request. */
export interface Sessions {
  /** False when the request is not hot, or not plainly right: then `serve` is to answer it. */
  readonly answerHot: (post: HttpPost) => Promise<boolean>
  readonly serve: (exchange: HttpExchange, body?: unknown) => Promise<void>
  readonly tell: (change: Change) => void
  readonly endCredential: (credential: string) => void
  readonly close: () => void
}

export function createSessions(parts: McpParts, dispatch: Dispatch): Sessions {
  const table = createSessionTable<Session>(parts)

  const open = async (exchange: HttpExchange, body: unknown): Promise<void> => {
    if (!table.makeRoom()) {
      answerError(exchange, 503, { code: -32000, message: 'Too many sessions are open. Try again later.' })
      return
    }
    const session = await createSession({
      parts,
      dispatch,
      owner: ownerOf(exchange),
      req: exchange.req,
      params: isObject(body) && isObject(body['params']) ? body['params'] : undefined,
      onReady: table.add,
      onEnd: table.remove,
    })
    await serveIn(session, exchange, body)
    if (table.find(session.id, session.owner) === undefined) session.end()
  }

  const serveIn = async (session: Session, exchange: HttpExchange, body: unknown): Promise<void> => {
    const done = table.use(session)
    try {
      await session.serve(exchange, body)
    } finally {
      done()
    }
  }

  const find = (exchange: HttpExchange): Session | undefined => {
    const id = header(exchange, 'mcp-session-id')
    return id === undefined ? undefined : table.find(id, ownerOf(exchange))
  }

  return {
    answerHot: async (post) => {
      const session = find(post)
      const sorted = sortMessage(post.body)
      if (session === undefined || !isPlain(post)) return false
      if (sorted.kind === 'notification' && sorted.message.method === 'notifications/cancelled') {
        if (!session.cancel(sorted.message.params?.['requestId'] as RequestId)) return false
        post.res.writeHead(202).end()
        return true
      }
      if (sorted.kind === 'response' && session.receive(sorted.message)) {
        post.res.writeHead(202).end()
        return true
      }
      if (sorted.kind !== 'request' || hasEnvelope(sorted.message.params)) return false
      const request = dispatch.read(sorted.message, 'legacy')
      if (request === null) return false
      const done = table.use(session)
      await session.answer(request, post).finally(done)
      return true
    },
    serve: async (exchange, body) => {
      const session = find(exchange)
      if (session !== undefined) return serveIn(session, exchange, body)
      if (header(exchange, 'mcp-session-id') !== undefined) {
        answerError(exchange, 404, { code: -32001, message: 'Session not found. Send initialize again.' })
        return
      }
      if (isObject(body) && body['method'] === 'initialize') return open(exchange, body)
      answerError(exchange, 400, { code: -32000, message: 'Bad request: send initialize first, then Mcp-Session-Id.' })
    },
    tell: (change) => {
      for (const session of table.all()) session.tell(change)
    },
    endCredential: table.endCredential,
    close: table.close,
  }
}

function ownerOf({ principal, profile }: HttpExchange): Owner {
  return { credential: principal.credential, profile }
}

/** A version and an Accept header that leave nothing to judge. */
function isPlain(post: HttpPost): boolean {
  const version = header(post, 'mcp-protocol-version')
  if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return false
  return takesJson(header(post, 'accept'))
}
