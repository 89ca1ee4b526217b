import { createServer } from 'node:http'
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { listen } from './listen.mjs'
import { sdkServer } from './sdk-server.mjs'

/** The official SDK over HTTP: a request that stands alone, or one in a session that is kept. */
const modern = toNodeHandler(createMcpHandler(sdkServer))
let session

const server = createServer(async (request, response) => {
  if (request.headers['mcp-protocol-version'] === '2026-07-28') return modern(request, response)
  if (request.headers['mcp-session-id'] === undefined) {
    session = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: () => 'bench', enableJsonResponse: true })
    await sdkServer().connect(session)
  }
  await session?.handleRequest(request, response)
})
listen(server)
