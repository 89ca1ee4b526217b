import type { JSONRPCMessage, McpServerFactory, Transport } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Change } from './change.ts'
import { createServer, type MadeServer } from './create-server.ts'
import type { Dispatch } from './dispatch.ts'
import type { RequestId, RpcNotification, RpcRequest, RpcResponse } from './json-rpc.ts'
import type { McpParts } from './parts.ts'
import type { Peer } from './peer.ts'

/** The SDK's half of a lasting connection: handshake, era, subscriptions, and every method that is not hot. */
export interface SdkSide {
  readonly forward: (message: RpcRequest | RpcNotification | RpcResponse) => void
  readonly tell: (change: Change) => void
  /** Ends subscriptions in order, then calls `closed`. */
  readonly close: () => Promise<void>
}

interface SdkEvents {
  readonly answered: (id: RequestId, text: string, isAccepted: boolean) => void
  readonly said: (text: string) => void
  readonly closed: () => void
}

const SUBSCRIPTIONS = 64

export function createSdkSide(parts: McpParts, dispatch: Dispatch, peer: Peer, events: SdkEvents): SdkSide {
  let made: MadeServer | undefined
  const report = (cause: unknown) => parts.log.debug('mcp', { cause })

  const transport: Transport = {
    start: async () => {},
    send: async (message) => {
      const text = JSON.stringify(message)
      if ('method' in message || message.id === undefined) return events.said(text)
      events.answered(message.id, text, 'result' in message)
    },
    close: async () => {
      events.closed()
      transport.onclose?.()
    },
  }

  // Called once more for a probe that is thrown away: the last server is the one that serves.
  const connect: McpServerFactory = ({ era }) => {
    made = createServer(parts, dispatch, peer, era)
    return made.server
  }
  const entry = serveStdio(connect, { transport, maxSubscriptions: SUBSCRIPTIONS, onerror: report })

  return {
    forward: (message) => transport.onmessage?.(message as JSONRPCMessage),
    tell: (change) => {
      made?.tell(change).catch(report)
    },
    close: () => entry.close(),
  }
}
