import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createSocketServer, type Server as SocketServer } from 'node:net'
import { Client, SSEClientTransport, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFrameReader } from './frames.ts'
import { createFakeParts, type FakeParts } from './mcp.fixture.ts'
import { createMcp, type Mcp } from './mcp.ts'

let parts: FakeParts
let mcp: Mcp
let http: Server
let sockets: SocketServer
let client: Client | undefined

beforeEach(async () => {
  parts = createFakeParts()
  mcp = createMcp(parts)
  http = createServer((req, res) => void mcp.handleHttp(req, res, { credential: 'one', profile: null }))
  sockets = createSocketServer({ allowHalfOpen: true }, (socket) => {
    mcp.connectStream({ readable: socket, writable: socket }, { credential: 'one', profile: null })
  })
  for (const server of [http, sockets]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
})

afterEach(async () => {
  await client?.close()
  await mcp.close()
  http.closeAllConnections()
  for (const server of [http, sockets]) {
    server.close()
    await once(server, 'close')
  }
})

function url(path: string): URL {
  return new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}${path}`)
}

/** What the shim does: frames over the daemon's socket. */
function socketTransport(): Transport {
  const socket = connect((sockets.address() as AddressInfo).port, '127.0.0.1')
  const transport: Transport = {
    start: async () => {
      const frame = (bytes: Uint8Array) => transport.onmessage?.(JSON.parse(Buffer.from(bytes).toString()))
      socket.on('data', createFrameReader(1e9, { frame, oversized: () => {} }))
      socket.on('close', () => transport.onclose?.())
      await once(socket, 'connect')
    },
    send: async (message) => {
      socket.write(`${JSON.stringify(message)}\n`)
    },
    close: async () => {
      socket.destroy()
    },
  }
  return transport
}

describe.each([
  ['frames', 'legacy', '2025-11-25', socketTransport],
  ['frames', 'auto', '2026-07-28', socketTransport],
  ['HTTP', 'legacy', '2025-11-25', () => new StreamableHTTPClientTransport(url('/mcp'))],
  ['HTTP', 'auto', '2026-07-28', () => new StreamableHTTPClientTransport(url('/mcp'))],
  ['SSE', 'legacy', '2025-11-25', () => new SSEClientTransport(url('/sse'))],
] as const)('the official client over %s, negotiating %s', (_transport, mode, version, transportOf) => {
  async function open(onToolsChanged: () => void = () => {}): Promise<Client> {
    const info = { name: 'official', version: '9' }
    const listChanged = { tools: { autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged } }
    client = new Client(info, { versionNegotiation: { mode }, listChanged })
    await client.connect(transportOf())
    return client
  }

  test('shakes hands, lists and calls', async () => {
    const client = await open()
    expect(client.getNegotiatedProtocolVersion()).toBe(version)
    expect(client.getInstructions()).toBe('Instructions of default.')
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['echo', 'fail', 'hang', 'pend', 'steps'])
    const result = await client.callTool({ name: 'echo', arguments: { a: [1, 2] } })
    expect(result).toMatchObject({ structuredContent: { args: { a: [1, 2] } } })
    expect(await client.callTool({ name: 'fail' })).toMatchObject({ isError: true })
    await expect(client.callTool({ name: 'ecko' })).rejects.toThrow('Close names: echo.')
    expect(parts.requests[0]?.caller).toMatchObject({ client: 'official', clientVersion: '9', credential: 'one' })
  })

  test('reports progress', async () => {
    const client = await open()
    const seen: number[] = []
    const onprogress = ({ progress }: { progress: number }) => seen.push(progress)
    expect(await client.callTool({ name: 'steps' }, { onprogress })).toMatchObject({ structuredContent: { steps: 3 } })
    // The client forgets the token when the result arrives, so the last report may be missing.
    expect([1, 2, 3]).toEqual(expect.arrayContaining(seen))
    expect(seen.length).toBeGreaterThan(0)
  })

  test('cancels a call all the way down', async () => {
    const client = await open()
    await client.listTools()
    const begun = parts.begun('hang')
    const abort = new AbortController()
    const call = client.callTool({ name: 'hang' }, { signal: abort.signal })
    const { signal } = await begun
    abort.abort()
    await expect(call).rejects.toThrow()
    if (signal?.aborted === false) await once(signal, 'abort')
    expect(await client.callTool({ name: 'echo' })).toMatchObject({ structuredContent: { args: {} } })
  })

  test('hears that the tools have changed', async () => {
    const { promise: changed, resolve } = Promise.withResolvers<void>()
    const client = await open(resolve)
    await client.listTools()
    parts.setTools(['echo'])
    const again = setInterval(() => mcp.toolsChanged(), 50)
    await changed
    clearInterval(again)
    expect((await client.listTools({}, { cacheMode: 'refresh' })).tools).toHaveLength(1)
  })

  test('sixty-four calls at once', async () => {
    const client = await open()
    await client.listTools()
    const calls = Array.from({ length: 64 }, (_, n) => client.callTool({ name: 'echo', arguments: { n } }))
    const results = await Promise.all(calls)
    expect(results.map(({ structuredContent }) => structuredContent)).toEqual(
      Array.from({ length: 64 }, (_, n) => ({ args: { n } })),
    )
  })
})
