import { httpAs } from './http.ts'

/** What a chat sees of a tool server: names to choose from, and a text for every call. */
export interface ChatTools {
  readonly names: () => Promise<string[]>
  readonly call: (name: string, params: Readonly<Record<string, unknown>>) => Promise<string>
}

interface Connection {
  readonly url: string
  readonly key: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * As the chat's client for MCP behaves: a new session for every use, `initialize` each time, a stream opened beside it
 * and dropped, only `content` read, errors raised, no elicitation, and the session deleted at the end.
 */
export function overMcp({ url, key, headers = {} }: Connection, accept: string): ChatTools {
  const use = async <T>(work: (ask: (method: string, params: object) => Promise<Json>) => Promise<T>): Promise<T> => {
    let session: Record<string, string> = {}
    let id = 0
    const send = (message: object) =>
      fetch(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, accept, 'content-type': 'application/json', ...session, ...headers },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
      })
    const ask = async (method: string, params: object): Promise<Json> => {
      id += 1
      const response = await send({ id, method, params })
      const opened = response.headers.get('mcp-session-id')
      if (opened !== null) session = { 'mcp-session-id': opened, 'mcp-protocol-version': '2025-06-18' }
      return answerOf(response, id)
    }
    const clientInfo = { name: 'mcp', version: '0.1.0' }
    await ask('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    await (await send({ method: 'notifications/initialized' })).text()
    const beside = new AbortController()
    const credentials = { authorization: `Bearer ${key}`, ...session, ...headers }
    const stream = fetch(url, { headers: { ...credentials, accept: 'text/event-stream' }, signal: beside.signal })
    stream.catch(() => {})
    try {
      return await work(ask)
    } finally {
      await (await fetch(url, { method: 'DELETE', headers: credentials })).text()
      beside.abort()
    }
  }

  return {
    names: () =>
      use(async (ask) => {
        const { tools } = (await ask('tools/list', {})) as { tools: { name: string }[] }
        return tools.map(({ name }) => name)
      }),
    call: (name, params) =>
      use(async (ask) => {
        const { content, isError } = (await ask('tools/call', { name, arguments: params })) as {
          content: { type: string; text: string }[]
          isError?: boolean
        }
        const text = content.map((part) => part.text).join('\n')
        if (isError === true) throw new Error(text)
        return text
      }),
  }
}

type Json = Readonly<Record<string, unknown>>

/** Either form of answer, whatever was asked for. */
async function answerOf(response: Response, id: number): Promise<Json> {
  const text = await response.text()
  if (!response.ok) throw new Error(`HTTP ${response.status}: ${text}`)
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  const lines = isStream
    ? text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
    : [text]
  const message = lines.map((line) => JSON.parse(line)).find((one) => one.id === id)
  if (message?.error !== undefined) throw new Error(message.error.message)
  return message.result
}

/**
 * As the chat's client for OpenAPI behaves: the document at `openapi.json` below its one address, every operation a
 * tool, its path put behind that same address whatever `servers` says, all arguments in the body.
 */
export function overOpenApi({ url, key, headers = {} }: Connection): ChatTools {
  const http = httpAs(url, key)
  const { pathname } = new URL(url)
  const operations = async (): Promise<Map<string, string>> => {
    const answer = await http(`${pathname}/openapi.json`, {
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
    })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    const paths = answer.body['paths'] as Record<string, Record<string, { operationId?: string }>>
    return new Map(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.values(methods).flatMap(({ operationId }) => (operationId === undefined ? [] : [[operationId, path]])),
      ),
    )
  }
  return {
    names: async () => [...(await operations()).keys()],
    call: async (name, params) => {
      const path = (await operations()).get(name)
      if (path === undefined) throw new Error(`No matching route found for operationId: ${name}`)
      const answer = await http(`${pathname}${path}`, { body: params, headers })
      const text = JSON.stringify(answer.body)
      if (answer.status >= 400) throw new Error(`HTTP error ${answer.status}: ${text}`)
      return text
    },
  }
}
