import type { IncomingMessage, ServerResponse } from 'node:http'
import { errorText, type RequestId, type RpcError } from './json-rpc.ts'
import { parseMessage, tooLarge } from './parse-message.ts'
import type { McpParts, Principal } from './parts.ts'

/** One HTTP request on its way to an MCP server. */
export interface HttpExchange {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly principal: Principal
  /** The profile named by the path, else by the credential; null is the active one. */
  readonly profile: string | null
}

export interface HttpPost extends HttpExchange {
  readonly body: unknown
}

export function header({ req }: HttpExchange, name: string): string | undefined {
  const value = req.headers[name]
  return typeof value === 'string' ? value.trim() : undefined
}

export function answerJson(res: ServerResponse, status: number, text: string, headers: Record<string, string> = {}) {
  if (res.headersSent || res.destroyed) return
  const length = String(Buffer.byteLength(text))
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': length, ...headers })
  res.end(text)
}

export function answerError(exchange: HttpExchange, status: number, error: RpcError, id: RequestId | null = null) {
  const headers: Record<string, string> = status === 405 ? { allow: 'POST' } : {}
  if (status === 413) headers['connection'] = 'close'
  answerJson(exchange.res, status, errorText(id, error), headers)
}

/** The body as JSON; null when it was not usable and the request has been answered. */
export async function readPost(exchange: HttpExchange, limits: McpParts['limits']): Promise<HttpPost | null> {
  const type = header(exchange, 'content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    answerError(exchange, 415, { code: -32000, message: 'Unsupported media type: send application/json.' })
    return null
  }
  const bytes = await readBytes(exchange.req, limits.frameBytes)
  if (bytes === null) {
    answerError(exchange, 413, tooLarge(limits.frameBytes))
    return null
  }
  const parsed = parseMessage(bytes, limits.jsonDepth)
  if (parsed.ok) return { ...exchange, body: parsed.value }
  answerError(exchange, 400, parsed.error)
  return null
}

/** Null over the limit. The rest is read and dropped, so that the client gets to see the answer. */
function readBytes(req: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    req.on('error', reject)
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) chunks.push(chunk)
      else resolve(null)
    })
    req.on('end', () => resolve(Buffer.concat(chunks)))
  })
}
