import { fileURLToPath } from 'node:url'
import {
  Client,
  type ElicitResult,
  SSEClientTransport,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

export const TRANSPORTS = ['stdio 2026', 'stdio 2025', 'http 2026', 'http 2025', 'sse 2025'] as const
export type TransportName = (typeof TRANSPORTS)[number]

export interface TestClient extends AsyncDisposable {
  readonly client: Client
  readonly toolNames: () => Promise<string[]>
  /** Resolves with the tools when the server says that they changed. */
  readonly nextChange: () => Promise<string[]>
  readonly call: (name: string, args?: Record<string, unknown>, timeout?: number) => Promise<ToolAnswer>
}

export interface ToolAnswer {
  readonly text: string
  readonly isError: boolean
  readonly structured: Record<string, unknown>
  readonly meta: Record<string, unknown>
}

/** Where a host that runs can be reached, in this process or another. */
export interface Reachable {
  readonly url: string
  readonly mcp: string
  readonly token: string
  readonly home: string
  readonly dataDir: string
  readonly workdir: string
}

const BIN = fileURLToPath(new URL('../../bin/upperhand.mjs', import.meta.url))

interface ClientOptions {
  readonly profile?: string
  readonly workdir?: string
  readonly name?: string
  /** For a shim: what it is started with besides. */
  readonly env?: Readonly<Record<string, string>>
  /** Answers the forms that the server sends; without it the client shows none. */
  readonly onForm?: (message: string) => ElicitResult
}

/** A real MCP client, connected as real clients connect: through the shim, or over HTTP with the agents' token. */
export async function connectClient(
  host: Reachable,
  transport: TransportName,
  options: ClientOptions = {},
): Promise<TestClient> {
  const { name = 'test-client', onForm } = options
  const listeners: ((names: string[]) => void)[] = []
  const client = new Client(
    { name, version: '1.0.0' },
    {
      capabilities: onForm === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: transport.endsWith('2026') ? 'auto' : 'legacy' },
      listChanged: {
        tools: {
          onChanged: (_error, tools) => {
            for (const listener of listeners.splice(0)) listener((tools ?? []).map((tool) => tool.name))
          },
        },
      },
    },
  )
  if (onForm !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => onForm(params.message))
  await client.connect(transportFor(host, transport, options))
  return {
    client,
    toolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
    nextChange: () => new Promise((resolve) => listeners.push(resolve)),
    call: async (tool, args = {}, timeout = 60_000) => {
      const result = await client.callTool({ name: tool, arguments: args }, { timeout })
      const content = result.content as { type: string; text?: string }[]
      return {
        text: content.map((part) => part.text ?? '').join('\n'),
        isError: result.isError === true,
        structured: (result.structuredContent ?? {}) as Record<string, unknown>,
        meta: (result._meta ?? {}) as Record<string, unknown>,
      }
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

function transportFor(
  host: Reachable,
  transport: TransportName,
  { profile, workdir = host.workdir, env = {} }: ClientOptions,
) {
  if (transport.startsWith('stdio')) {
    return new StdioClientTransport({
      command: process.execPath,
      args: [BIN, 'stdio', '--workdir', workdir, ...(profile === undefined ? [] : ['--profile', profile])],
      env: { PATH: process.env['PATH'] ?? '', HOME: host.home, UPPERHAND_HOME: host.dataDir, ...env },
    })
  }
  const requestInit = { headers: { authorization: `Bearer ${host.token}`, 'upperhand-workspace': workdir } }
  if (transport === 'sse 2025') return new SSEClientTransport(new URL(`${host.url}/sse`), { requestInit })
  const path = profile === undefined ? '' : `/p/${profile}`
  return new StreamableHTTPClientTransport(new URL(`${host.mcp}${path}`), { requestInit })
}
