import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Reachable } from '../support/clients.ts'
import { environmentOf } from '../support/daemon-process.ts'

const BIN = fileURLToPath(new URL('../../bin/upperhand.mjs', import.meta.url))
const VERSION = '2025-11-25'

export interface RpcAnswer {
  readonly id?: unknown
  readonly error?: { readonly code: number; readonly message: string }
  readonly result?: Record<string, unknown>
}

/** A client that sends bytes as they are. */
export interface Wire extends AsyncDisposable {
  /** Sends one frame and waits for the next answer. */
  readonly exchange: (frame: string | Buffer) => Promise<RpcAnswer>
  /** Sends without waiting. */
  readonly send: (frame: string | Buffer) => void
  readonly next: () => Promise<RpcAnswer>
}

export const rpc = (id: unknown, method: string, params?: object) =>
  JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })
export const toolCall = (id: unknown, name: string, args: object) => rpc(id, 'tools/call', { name, arguments: args })
export const INITIALIZE = rpc('open', 'initialize', {
  protocolVersion: VERSION,
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
})
const INITIALIZED = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })

/** Through the shim, before any handshake. */
export function stdioWire(host: Reachable, env: Readonly<Record<string, string>> = {}): Wire {
  const child = spawn(process.execPath, [BIN, 'stdio', '--workdir', host.workdir], {
    env: { ...environmentOf(host), ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => {})
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const send: Wire['send'] = (frame) => {
    child.stdin.write(frame)
    child.stdin.write('\n')
  }
  const next: Wire['next'] = async () => {
    for (;;) {
      const { value, done } = await lines.next()
      if (done) throw new Error('the shim has ended')
      const message = JSON.parse(value)
      if (!('method' in message)) return message
    }
  }
  return {
    send,
    next,
    exchange: (frame) => {
      send(frame)
      return next()
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** One request with exactly these headers. */
export async function post(
  url: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  const outgoing = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } })
  outgoing.end(body)
  const [response] = await once(outgoing, 'response')
  let text = ''
  response.setEncoding('utf8')
  for await (const chunk of response) text += chunk
  return { status: response.statusCode, headers: response.headers, body: text }
}

/** Streamable HTTP of the legacy era, before any handshake. */
export function httpWire({ mcp, token, workdir }: Reachable): Wire {
  const answers: Promise<RpcAnswer>[] = []
  let session: Record<string, string> = {}
  const send: Wire['send'] = (frame) => {
    const headers = {
      authorization: `Bearer ${token}`,
      accept: 'application/json',
      'upperhand-workspace': workdir,
      ...session,
    }
    const answering = post(mcp, frame, headers).then((answer) => {
      const id = answer.headers['mcp-session-id']
      if (typeof id === 'string') session = { 'mcp-session-id': id, 'mcp-protocol-version': VERSION }
      return answer.body === '' ? {} : JSON.parse(answer.body)
    })
    answering.catch(() => {})
    answers.push(answering)
  }
  const next: Wire['next'] = async () => {
    const answer = answers.shift()
    if (answer === undefined) throw new Error('nothing was sent')
    return answer
  }
  return {
    send,
    next,
    exchange: (frame) => {
      send(frame)
      return next()
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

/** The handshake of the legacy era. */
export async function opened(wire: Wire, isSilent: boolean): Promise<Wire> {
  await wire.exchange(INITIALIZE)
  wire.send(INITIALIZED)
  // Over HTTP even a notification is answered, with nothing.
  if (!isSilent) await wire.next()
  return wire
}
