import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcp, type Mcp } from '../../src/servers/mcp/mcp.ts'
import type { Extras, McpParts } from '../../src/servers/mcp/parts.ts'
import { createFixtures } from './fixtures/fixtures.ts'

export interface ServedFixtures extends AsyncDisposable {
  readonly url: string
  /** How many servers the SDK was asked for: one per legacy session, one per modern request that is not hot. */
  readonly sdkServers: () => number
}

/** The parts, plus the fixtures, behind HTTP that accepts everybody who names a local host and origin. */
export async function serveFixtures(parts: McpParts): Promise<ServedFixtures> {
  const fixtures = createFixtures(() => mcp.toolsChanged())
  let sdkServers = 0
  const setup: Extras['setup'] = (server) => {
    sdkServers += 1
    fixtures.setup(server)
  }
  const mcp: Mcp = createMcp({ ...parts, extras: { ...fixtures, setup } })
  const server = createServer((req, res) => {
    if (
      !isLocal(req.headers.host) ||
      (req.headers.origin !== undefined && !isLocal(new URL(req.headers.origin).host))
    ) {
      res.writeHead(403).end()
      return
    }
    void mcp.handleHttp(req, res, { credential: 'anybody', profile: null })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    sdkServers: () => sdkServers,
    [Symbol.asyncDispose]: async () => {
      await mcp.close()
      await closed(server)
    },
  }
}

function isLocal(host: string | undefined): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host ?? '')
}

function closed(server: Server): Promise<unknown> {
  const end = once(server, 'close')
  server.close()
  server.closeAllConnections()
  return end
}
