import type { IncomingMessage } from 'node:http'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { abilitiesOf } from './abilities.ts'
import { takesStream } from './accepts.ts'
import { createQuestions } from './ask-client.ts'
import type { Change } from './change.ts'
import { createServer } from './create-server.ts'
import type { Dispatch, HotRequest } from './dispatch.ts'
import { createHttpAnswer } from './http-answer.ts'
import { answerError, type HttpExchange, type HttpPost, header } from './http-exchange.ts'
import { createInFlight, type Flight } from './in-flight.ts'
import { introductionOf } from './introduction.ts'
import { INVALID_REQUEST, notificationText, type Params, type RequestId, type RpcResponse } from './json-rpc.ts'
import type { McpParts } from './parts.ts'
import { createLastingPeer } from './peer.ts'
import { createProgress } from './progress.ts'
import type { Held, Owner } from './session-table.ts'
import { goneSignal, sendResponse, toRequest } from './web-exchange.ts'

/** One legacy session over HTTP: an SDK server and transport, and the calls we answer ourselves. */
export interface Session extends Held {
  readonly answer: (request: HotRequest, post: HttpPost) => Promise<void>
  /** False when the id is not a call of ours. */
  readonly cancel: (id: RequestId) => boolean
  /** False when it answers no question of ours. */
  readonly receive: (response: RpcResponse) => boolean
  /** Through the SDK. Resolves when the response has ended. */
  readonly serve: (exchange: HttpExchange, body?: unknown) => Promise<void>
  readonly tell: (change: Change) => void
}

interface SessionParts {
  readonly parts: McpParts
  readonly dispatch: Dispatch
  readonly owner: Owner
  /** The request that brings `initialize`. */
  readonly req: IncomingMessage
  readonly params: Params | undefined
  /** The client has initialized; a session before that is nobody's. */
  readonly onReady: (session: Session) => void
  readonly onEnd: (id: string) => void
}

export async function createSession(init: SessionParts): Promise<Session> {
  const { parts, dispatch, owner } = init
  const id = parts.newId('ses')
  const flights = createInFlight()
  const questions = createQuestions()
  const canShowForms = abilitiesOf(init.params?.['capabilities']).elicitation
  const peer = createLastingPeer(parts, { kind: 'session', ...owner, sessionId: id })
  const { server, tell } = createServer(parts, dispatch, peer, 'legacy')
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => id,
    enableJsonResponse: !takesStream(init.req.headers.accept),
    onsessioninitialized: () => {
      peer.introduce(introductionOf(init.params, init.req.headers))
      init.onReady(session)
    },
  })
  server.server.onclose = () => {
    flights.abandon()
    peer.end()
    init.onEnd(id)
  }
  const report = (cause: unknown) => parts.log.debug('mcp', { cause })

  const session: Session = {
    id,
    owner,
    answer: async (request, post) => {
      const canStream = takesStream(header(post, 'accept'))
      const answer = createHttpAnswer(post.res, canStream, { 'mcp-session-id': id })
      if (request.kind !== 'call') {
        answer.end(dispatch.answer(request, { era: 'legacy', peer }))
        return
      }
      if (flights.has(request.id)) {
        const error = { code: INVALID_REQUEST, message: 'Invalid request: this id is already in flight.' }
        answerError(post, 400, error, request.id)
        return
      }
      // A response that closes cancels nothing here: in this era only the notification does.
      const { promise, resolve } = Promise.withResolvers<string | null>()
      const flight: Flight = { reply: resolve, abort: new AbortController() }
      flights.add(request.id, flight)
      const { progressToken } = request
      const report = (params: object) => answer.report(notificationText('notifications/progress', { ...params }))
      const onProgress = progressToken === undefined ? undefined : createProgress(progressToken, report)
      const ask = canShowForms && canStream ? questions.via(answer.report) : undefined
      const exchange = { era: 'legacy' as const, peer, signal: flight.abort?.signal, onProgress, ask }
      void dispatch.call(request, exchange).then((text) => flights.settle(request.id, text, flight))
      const text = await promise
      if (text === null) answer.drop()
      else answer.end(text)
    },
    receive: questions.receive,
    cancel: (requestId) => flights.cancel(requestId) !== undefined,
    serve: async (exchange, body) => {
      const gone = goneSignal(exchange.res)
      // The SDK insists on both types by name; what the client cannot read was settled above.
      const request = toRequest(exchange.req, gone, { accept: 'application/json, text/event-stream' })
      const response = await transport.handleRequest(request, body === undefined ? {} : { parsedBody: body })
      await sendResponse(response, exchange.res, gone)
    },
    tell: (change) => {
      tell(change).catch(report)
    },
    end: () => {
      server.close().catch(report)
    },
  }
  await server.connect(transport)
  return session
}
