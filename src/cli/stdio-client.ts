import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { HostError } from '../base/host-error.ts'
import type { Environment } from '../config/data-directory.ts'
import { VERSION } from '../version.ts'

export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly directory: string
  readonly env: Environment
}

export interface Tool {
  readonly name: string
}

export interface ToolResult {
  readonly isError: boolean
  /** It waits for a person, and has not run. */
  readonly isPending: boolean
  readonly text: string
}

/** A small MCP client that starts a server as AI clients do: what it sees is what they see. */
export interface StdioClient extends AsyncDisposable {
  /** Name and version of the server, as it introduces itself. */
  readonly connect: () => Promise<{ readonly name: string; readonly version: string; readonly protocol: string }>
  readonly tools: () => Promise<readonly Tool[]>
  readonly call: (name: string, args: Readonly<Record<string, unknown>>, timeoutMs?: number) => Promise<ToolResult>
}

const ANSWER_WITHIN_MS = 20_000
const PROTOCOL = '2025-11-25'

interface Waiting {
  readonly resolve: (result: Record<string, unknown>) => void
  readonly reject: (error: HostError) => void
}

export function openStdioClient({ command, args, directory, env }: Launch, name: string): StdioClient {
  const child = spawn(command, [...args], { cwd: directory, env: { ...env }, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = once(child, 'close').catch(() => [])
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString('utf8')).slice(-1_000)
  })
  const failAll = (reason: string) => {
    for (const { reject } of waiting.values()) reject(new HostError('UNAVAILABLE', reason))
    waiting.clear()
  }
  child.once('error', (cause) => failAll(`${command} could not be started: ${cause.message}.`))
  child.once('close', (code) => failAll(`It ended with code ${code}. ${said.trim()}`.trim()))
  // A server that ends while it is written to has said why already.
  child.stdin.on('error', () => {})

  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = parse(line)
    const one = waiting.get(Number(message?.['id']))
    if (message === undefined || one === undefined || 'method' in message) return
    waiting.delete(Number(message['id']))
    const { error, result } = message as { error?: { message?: string }; result?: Record<string, unknown> }
    if (error === undefined) one.resolve(result ?? {})
    else one.reject(new HostError('EXECUTION_FAILED', error.message ?? 'It answered with an error.'))
  })

  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const ask = async (method: string, params: object, timeoutMs = ANSWER_WITHIN_MS) => {
    lastId += 1
    const id = lastId
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>()
    waiting.set(id, { resolve, reject })
    const timer = setTimeout(() => {
      waiting.delete(id)
      reject(new HostError('TIMEOUT', `It did not answer within ${timeoutMs / 1_000} seconds.`))
    }, timeoutMs)
    send({ id, method, params })
    return promise.finally(() => clearTimeout(timer))
  }

  return {
    connect: async () => {
      const clientInfo = { name, version: VERSION }
      const answer = await ask('initialize', { protocolVersion: PROTOCOL, capabilities: {}, clientInfo })
      send({ method: 'notifications/initialized' })
      const server = Object(answer['serverInfo'])
      return {
        name: String(server.name),
        version: String(server.version),
        protocol: String(answer['protocolVersion']),
      }
    },
    tools: async () => {
      const { tools } = await ask('tools/list', {})
      return Array.isArray(tools) ? (tools as Tool[]) : []
    },
    call: async (tool, toolArguments, timeoutMs) => {
      const answer = await ask('tools/call', { name: tool, arguments: toolArguments }, timeoutMs)
      const content = Array.isArray(answer['content']) ? (answer['content'] as { text?: string }[]) : []
      return {
        isError: answer['isError'] === true,
        isPending: Object(answer['structuredContent']).status === 'approval_pending',
        text: content.map((part) => part.text ?? '').join('\n'),
      }
    },
    [Symbol.asyncDispose]: async () => {
      child.stdin.end()
      const force = setTimeout(() => child.kill('SIGKILL'), 2_000)
      await ended
      clearTimeout(force)
    },
  }
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(line))
  } catch {
    return undefined
  }
}
