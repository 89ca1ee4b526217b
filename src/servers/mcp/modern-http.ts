import { createMcpHandler } from '@modelcontextprotocol/server'
import { takesStream } from './accepts.ts'
import type { Change } from './change.ts'
import { createServer } from './create-server.ts'
import type { Dispatch, HotRequest } from './dispatch.ts'
import { MODERN_VERSION } from './envelope.ts'
import { createHttpAnswer } from './http-answer.ts'
import { type HttpPost, header } from './http-exchange.ts'
import { introductionOf } from './introduction.ts'
import { notificationText, type Params, type RpcRequest, sortMessage } from './json-rpc.ts'
import type { McpParts } from './parts.ts'
import { createPassingPeer, type Peer } from './peer.ts'
import { createProgress } from './progress.ts'
import { goneSignal, sendResponse, toRequest } from './web-exchange.ts'

/** Streamable HTTP of 2026-07-28: every request stands alone. */
export interface ModernHttp {
  /** False when the request is not hot, or not plainly right: then `serve` is to answer it. */
  readonly answerHot: (post: HttpPost) => Promise<boolean>
  readonly serve: (post: HttpPost) => Promise<void>
  readonly tell: (change: Change) => void
  readonly close: () => Promise<void>
}

export function createModernHttp(parts: McpParts, dispatch: Dispatch): ModernHttp {
  const peers = new WeakMap<Request, Peer>()
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const peer = requestInfo === undefined ? undefined : peers.get(requestInfo)
      if (peer === undefined) throw new Error('a request reached the SDK without its peer')
      return createServer(parts, dispatch, peer, 'modern').server
    },
    {
      legacy: 'reject',
      maxSubscriptions: parts.limits.sessionsTotal,
      onerror: (cause) => parts.log.debug('mcp', { cause }),
    },
  )

  const peerOf = ({ req, principal, profile }: HttpPost, params: Params | undefined): Peer =>
    createPassingPeer(
      parts,
      { kind: 'stateless', credential: principal.credential, profile },
      introductionOf(params, req.headers),
    )

  return {
    answerHot: async (post) => {
      const sorted = sortMessage(post.body)
      if (sorted.kind !== 'request' || header(post, 'mcp-protocol-version') !== MODERN_VERSION) return false
      const request = dispatch.read(sorted.message, 'modern')
      if (request === null || !hasRightHeaders(post, sorted.message)) return false
      await answer(post, request, dispatch, peerOf(post, sorted.message.params))
      return true
    },
    serve: async (post) => {
      const gone = goneSignal(post.res)
      const request = toRequest(post.req, gone)
      const sorted = sortMessage(post.body)
      peers.set(request, peerOf(post, sorted.kind === 'request' ? sorted.message.params : undefined))
      await sendResponse(await handler.fetch(request, { parsedBody: post.body }), post.res, gone)
    },
    tell: (change) => {
      switch (change.kind) {
        case 'tools':
          return handler.notify.toolsChanged()
        case 'prompts':
          return handler.notify.promptsChanged()
        case 'resources':
          return handler.notify.resourcesChanged()
        case 'resource':
          return handler.notify.resourceUpdated(change.uri)
      }
    },
    close: () => handler.close(),
  }
}

/** The headers must repeat the body. Encoded or missing ones are left to the SDK. */
function hasRightHeaders(post: HttpPost, { method, params }: RpcRequest): boolean {
  if (header(post, 'mcp-method') !== method) return false
  return method !== 'tools/call' || header(post, 'mcp-name') === params?.['name']
}

async function answer(post: HttpPost, request: HotRequest, dispatch: Dispatch, peer: Peer): Promise<void> {
  const { res } = post
  const answer = createHttpAnswer(res, takesStream(header(post, 'accept')))
  if (request.kind !== 'call') {
    answer.end(dispatch.answer(request, { era: 'modern', peer }))
    return
  }
  const { progressToken } = request
  const report = (params: object) => answer.report(notificationText('notifications/progress', { ...params }))
  const onProgress = progressToken === undefined ? undefined : createProgress(progressToken, report)
  // In this era a closed response is the cancellation.
  answer.end(await dispatch.call(request, { era: 'modern', peer, signal: goneSignal(res), onProgress }))
}
