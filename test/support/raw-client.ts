import { PassThrough } from 'node:stream'
import { createFrameReader } from '../../src/servers/mcp/frames.ts'
import type { TestHost } from './host.ts'

/** A JSON-RPC message, as it came. */
export interface Message {
  readonly id?: string | number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: {
    readonly code: number
    readonly message: string
    readonly data?: Readonly<Record<string, unknown>>
  }
}

/** A client that does exactly what the test says, and nothing by itself: no retries, no forms, no cancelling. */
export interface RawClient extends AsyncDisposable {
  /** The answer. Everything else that comes meanwhile is in `heard`. */
  readonly request: (method: string, params?: Record<string, unknown>, signal?: AbortSignal) => Promise<Message>
  readonly send: (message: Record<string, unknown>) => Promise<void>
  readonly heard: Message[]
  /** The next thing the server says by itself: a notification, or a request of its own. */
  readonly hear: (method: string) => Promise<Message>
}

export interface RawOptions {
  readonly name?: string
  readonly capabilities?: Readonly<Record<string, unknown>>
  readonly profile?: string
}

export const RAW_CLIENTS = ['http 2026', 'stdio 2026', 'http 2025', 'stdio 2025'] as const
export type RawKind = (typeof RAW_CLIENTS)[number]

const MODERN = '2026-07-28'
const LEGACY = '2025-11-25'

export async function rawClient(host: TestHost, kind: RawKind, options: RawOptions = {}): Promise<RawClient> {
  const ear = createEar()
  const connect = kind.startsWith('http') ? httpWire : streamWire
  const isModern = kind.endsWith('2026')
  const wire = connect(host, options, ear.tell)
  const { name = 'raw-client', capabilities = {} } = options
  const clientInfo = { name, version: '1.0.0' }
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientCapabilities': capabilities,
    'io.modelcontextprotocol/clientInfo': clientInfo,
  }
  let lastId = 0

  const request: RawClient['request'] = async (method, params = {}, signal) => {
    lastId += 1
    const id = lastId
    const own = isModern ? { ...params, _meta: { ...envelope, ...(params['_meta'] as object) } } : params
    const answer = ear.answer(id, signal)
    await wire.post({ jsonrpc: '2.0', id, method, params: own }, isModern ? MODERN : LEGACY, signal)
    return answer
  }

  if (!isModern) {
    await request('initialize', { protocolVersion: LEGACY, capabilities, clientInfo })
    await wire.post({ jsonrpc: '2.0', method: 'notifications/initialized' }, LEGACY)
  }
  return {
    request,
    send: (message) => wire.post({ jsonrpc: '2.0', ...message }, isModern ? MODERN : LEGACY),
    heard: ear.heard,
    hear: ear.hear,
    [Symbol.asyncDispose]: wire.close,
  }
}

interface WireTo {
  /** Resolves when it has been taken over; answers come through the ear. */
  readonly post: (message: Record<string, unknown>, version: string, signal?: AbortSignal) => Promise<void>
  readonly close: () => Promise<void>
}

function streamWire(host: TestHost, { profile }: RawOptions, tell: (message: Message) => void): WireTo {
  const [readable, writable] = [new PassThrough(), new PassThrough()]
  const connection = host.host.connect({ readable, writable }, { profile: profile ?? null, workdir: host.workdir })
  const frame = (bytes: Uint8Array) => tell(JSON.parse(Buffer.from(bytes).toString()) as Message)
  writable.on('data', createFrameReader(1e9, { frame, oversized: () => {} }))
  return {
    post: async (message) => {
      readable.write(`${JSON.stringify(message)}\n`)
    },
    close: async () => {
      readable.end()
      await connection.close()
    },
  }
}

function httpWire(host: TestHost, { profile }: RawOptions, tell: (message: Message) => void): WireTo {
  const url = profile === undefined ? host.mcp : `${host.mcp}/p/${profile}`
  let session: string | undefined
  const post: WireTo['post'] = async (message, version, signal) => {
    const params = message['params'] as Record<string, string> | undefined
    const name = params?.['name'] ?? params?.['taskId']
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${host.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'upperhand-workspace': host.workdir,
        'mcp-protocol-version': version,
        ...(version === MODERN ? { 'mcp-method': String(message['method']) } : {}),
        ...(version === MODERN && name !== undefined ? { 'mcp-name': name } : {}),
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
      body: JSON.stringify(message),
      ...(signal === undefined ? {} : { signal }),
    })
    session = response.headers.get('mcp-session-id') ?? session
    await readInto(response, tell)
  }
  return {
    // A call that waits answers late, and its stream speaks before: nobody waits for its end here.
    post: async (message, version, signal) => {
      const posted = post(message, version, signal)
      if (message['method'] !== 'tools/call') return posted
      posted.catch((cause: unknown) => {
        if (signal?.aborted !== true) throw cause
      })
    },
    close: async () => {},
  }
}

async function readInto(response: Response, tell: (message: Message) => void): Promise<void> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await response.text()
    if (text !== '') tell(JSON.parse(text) as Message)
    return
  }
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    rest += decoder.decode(chunk, { stream: true })
    const events = rest.split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const data = event.split('\n').find((line) => line.startsWith('data: '))
      if (data !== undefined) tell(JSON.parse(data.slice('data: '.length)) as Message)
    }
  }
}

function createEar() {
  const waiting = new Map<unknown, (message: Message) => void>()
  const heard: Message[] = []
  let taken = 0
  return {
    heard,
    tell: (message: Message) => {
      const { id, method } = message
      const key = method ?? id
      if (method !== undefined) heard.push(message)
      waiting.get(key)?.(message)
      waiting.delete(key)
    },
    answer: (id: number, signal?: AbortSignal) =>
      new Promise<Message>((resolve, reject) => {
        waiting.set(id, resolve)
        signal?.addEventListener('abort', () => reject(signal.reason))
      }),
    hear: async (method: string): Promise<Message> => {
      const index = heard.findIndex((message, at) => at >= taken && message.method === method)
      if (index >= 0) {
        taken = index + 1
        return heard[index]!
      }
      const message = await new Promise<Message>((resolve) => waiting.set(method, resolve))
      taken = heard.indexOf(message) + 1
      return message
    },
  }
}
