import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'
import { listen } from './listen.mjs'
import { sdkServer } from './sdk-server.mjs'

/** The official SDK over HTTP: a request that stands alone, or one in a session that is kept. */
const modern = createMcpHandler(sdkServer)
let session

async function answer(request) {
  if (request.headers.get('mcp-protocol-version') === '2026-07-28') return modern.fetch(request)
  if (request.headers.get('mcp-session-id') === null) {
    session = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => 'bench',
      enableJsonResponse: true,
    })
    await sdkServer().connect(session)
  }
  return session.handleRequest(request)
}

listen(createServer(getRequestListener(answer)))
