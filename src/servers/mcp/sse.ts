import type { Change } from './change.ts'
import type { Dispatch } from './dispatch.ts'
import { event } from './http-answer.ts'
import { answerError, type HttpExchange, readPost } from './http-exchange.ts'
import { wishesOf } from './introduction.ts'
import { createLink, type Link } from './link.ts'
import type { McpParts } from './parts.ts'
import { createLastingPeer } from './peer.ts'
import { createSessionTable, type Held } from './session-table.ts'

/** The HTTP+SSE transport of 2024-11-05: answers come on one stream, requests by POST. */
export interface Sse {
  readonly open: (exchange: HttpExchange) => void
  readonly post: (exchange: HttpExchange, id: string) => Promise<void>
  readonly tell: (change: Change) => void
  readonly endCredential: (credential: string) => void
  readonly close: () => void
}

interface SseSession extends Held {
  readonly link: Link
  /** The client takes what we send. */
  readonly isReading: () => boolean
}

const UNSENT_BYTES = 1024 * 1024
const KEEP_ALIVE_MS = 15_000

export function createSse(parts: McpParts, dispatch: Dispatch): Sse {
  const table = createSessionTable<SseSession>(parts)

  const open = (exchange: HttpExchange) => {
    const { req, res, principal, profile } = exchange
    if (!table.makeRoom()) {
      answerError(exchange, 503, { code: -32000, message: 'Too many sessions are open. Try again later.' })
      return
    }
    const id = parts.newId('ses')
    const owner = { credential: principal.credential, profile }
    res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' })
    res.write(`event: endpoint\ndata: /messages?sessionId=${id}\n\n`)
    const keepAlive = setInterval(() => res.write(': keepalive\n\n'), KEEP_ALIVE_MS).unref()
    const link = createLink({
      parts,
      dispatch,
      peer: createLastingPeer(parts, { kind: 'session', ...owner, ...wishesOf(req.headers), sessionId: id }),
      wire: {
        send: (text) => {
          if (!res.writableEnded && !res.destroyed) res.write(event(text))
        },
        close: () => {
          clearInterval(keepAlive)
          table.remove(id)
          res.end()
        },
      },
    })
    const end = () => void link.close()
    const session = { id, owner, link, end, isReading: () => res.writableLength < UNSENT_BYTES }
    table.add(session)
    // The stream is the session: while it is open, the session is in use.
    table.use(session)
    res.on('close', end)
  }

  const post = async (exchange: HttpExchange, id: string): Promise<void> => {
    const session = table.find(id, { credential: exchange.principal.credential, profile: exchange.profile })
    if (session === undefined) {
      answerError(exchange, 404, { code: -32001, message: 'Session not found. Open /sse again.' })
      return
    }
    if (!session.isReading()) {
      answerError(exchange, 503, { code: -32000, message: 'The event stream is not being read.' })
      return
    }
    const received = await readPost(exchange, parts.limits)
    if (received === null) return
    received.res.writeHead(202, { 'content-type': 'text/plain' }).end('Accepted')
    session.link.receive(received.body)
  }

  return {
    open,
    post,
    tell: (change) => {
      for (const { link } of table.all()) link.tell(change)
    },
    endCredential: table.endCredential,
    close: table.close,
  }
}
