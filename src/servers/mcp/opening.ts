import { hasEnvelope } from './envelope.ts'
import type { Params, RequestId, RpcRequest } from './json-rpc.ts'
import type { Era } from './tool-lists.ts'

/** The first messages of a lasting connection settle its era: `initialize` the legacy one, an envelope the modern one. */
export interface Opening {
  /** Null until settled. */
  readonly era: () => Era | null
  /**
   * `early` requests are refused. The request that settles the era goes to the SDK, so that both sides know of it; after
   * that the dispatcher sees requests first.
   */
  readonly route: (request: RpcRequest) => 'dispatch' | 'sdk' | 'early'
  /** Whether a notification or response means anything yet. */
  readonly isReady: (params: Params | undefined) => boolean
  /** The SDK answered a request; `initialize` counts once it was accepted. */
  readonly answered: (id: RequestId, isAccepted: boolean) => void
}

interface OpeningParts {
  readonly isValidEnvelope: (params: Params | undefined) => boolean
  readonly onClient: (params: Params | undefined) => void
}

export function createOpening({ isValidEnvelope, onClient }: OpeningParts): Opening {
  let phase: 'opening' | 'initializing' | Era = 'opening'
  let initializeId: RequestId | undefined

  const open = ({ id, method, params }: RpcRequest): 'dispatch' | 'sdk' | 'early' => {
    const isModern = isValidEnvelope(params)
    if (method === 'initialize' && !isModern) {
      phase = 'initializing'
      initializeId = id
      onClient(params)
      return 'sdk'
    }
    if (isModern && method !== 'server/discover') {
      phase = 'modern'
      onClient(params)
    }
    if (hasEnvelope(params)) return 'sdk'
    return method === 'ping' ? 'dispatch' : 'early'
  }

  return {
    era: () => (phase === 'legacy' || phase === 'modern' ? phase : null),
    route: (request) => {
      if (phase === 'opening') return open(request)
      return phase === 'initializing' ? 'sdk' : 'dispatch'
    },
    isReady: (params) => phase !== 'opening' || hasEnvelope(params),
    answered: (id, isAccepted) => {
      if (phase === 'initializing' && id === initializeId) phase = isAccepted ? 'legacy' : 'opening'
    },
  }
}
