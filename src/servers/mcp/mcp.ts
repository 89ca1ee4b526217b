import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Change } from './change.ts'
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
  /** Every connected client hears of it, if it wants to. */
  readonly tell: (change: Change) => void
  /** Ends every session and connection that was opened with it. */
  readonly endCredential: (credential: string) => void
  readonly close: () => Promise<void>
}

export function createMcp(parts: McpParts): Mcp {
  const dispatch = createDispatch(parts)
  const http = createMcpHttp(parts, dispatch)
  const links = new Map<Link, string>()
  const tell = (change: Change): void => {
    for (const link of links.keys()) link.tell(change)
    http.tell(change)
  }

  return {
    connectStream: (streams, identity) => {
      const { link, ...connection } = connectStream({ parts, dispatch, streams, identity })
      links.set(link, identity.credential)
      void connection.closed.then(() => links.delete(link))
      return connection
    },
    handleHttp: http.handle,
    toolsChanged: () => tell({ kind: 'tools' }),
    tell,
    endCredential: (credential) => {
      for (const [link, owner] of [...links]) if (owner === credential) void link.close()
      http.endCredential(credential)
      dispatch.tasks.endCredential(credential)
    },
    close: async () => {
      dispatch.tasks.close()
      await Promise.all([http.close(), ...[...links.keys()].map((link) => link.close())])
    },
  }
}
