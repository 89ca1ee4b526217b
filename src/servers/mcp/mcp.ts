import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Connection, connectStream, type StreamPair } from './connect-stream.ts'
import { createDispatch } from './dispatch.ts'
import { createMcpHttp } from './http.ts'
import type { Link } from './link.ts'
import type { McpParts, Principal, StreamIdentity } from './parts.ts'

/** MCP of every revision up to 2026-07-28, over frame streams, Streamable HTTP and HTTP+SSE. */
export interface Mcp {
  /** Newline-delimited JSON-RPC; ends the writable when the connection closes. */
  readonly connectStream: (streams: StreamPair, identity: StreamIdentity) => Connection
  /** Serves `/mcp`, `/mcp/p/<profile>`, `/sse` and `/messages`. Host, Origin and token are checked before. */
  readonly handleHttp: (req: IncomingMessage, res: ServerResponse, principal: Principal) => Promise<void>
  /** What some profile publishes has changed: every connected client hears of it. */
  readonly toolsChanged: () => void
  readonly close: () => Promise<void>
}

export function createMcp(parts: McpParts): Mcp {
  const dispatch = createDispatch(parts)
  const http = createMcpHttp(parts, dispatch)
  const links = new Set<Link>()

  return {
    connectStream: (streams, identity) => {
      const { link, ...connection } = connectStream({ parts, dispatch, streams, identity })
      links.add(link)
      void connection.closed.then(() => links.delete(link))
      return connection
    },
    handleHttp: http.handle,
    toolsChanged: () => {
      for (const link of links) link.toolsChanged()
      http.toolsChanged()
    },
    close: async () => {
      await Promise.all([http.close(), ...[...links].map((link) => link.close())])
    },
  }
}
