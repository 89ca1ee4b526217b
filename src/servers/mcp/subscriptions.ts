import { type McpServer, ProtocolError } from '@modelcontextprotocol/server'
import { INVALID_PARAMS } from './json-rpc.ts'
import type { McpParts } from './parts.ts'
import type { Peer } from './peer.ts'

/** As many as one client can follow. */
const SUBSCRIPTIONS = 200

/** What the client of one server wants to hear of, with the methods of the eras up to 2025. Later ones are the SDK's. */
export interface Subscriptions {
  readonly has: (uri: string) => boolean
}

export function serveSubscriptions(server: McpServer, { resources }: McpParts, peer: Peer): Subscriptions {
  const uris = new Set<string>()
  server.server.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
    // Only what it may read: whether something else changes is not its business either.
    if ((await resources.read(uri, await peer.caller())) === null) {
      throw new ProtocolError(INVALID_PARAMS, `There is no resource ${uri.slice(0, 200)}.`, { uri })
    }
    if (uris.size >= SUBSCRIPTIONS) {
      throw new ProtocolError(INVALID_PARAMS, `A client can follow ${SUBSCRIPTIONS} resources.`)
    }
    uris.add(uri)
    return {}
  })
  server.server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    uris.delete(uri)
    return {}
  })
  return { has: (uri) => uris.has(uri) }
}
