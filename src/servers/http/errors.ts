import type { IncomingMessage, ServerResponse } from 'node:http'
import { HostError } from '../../base/host-error.ts'
import type { ErrorCode } from '../../contract/errors.ts'

/** A request that is turned away before any route sees it. */
export interface Refusal {
  readonly status: number
  readonly error: HostError
  readonly headers: Readonly<Record<string, string>>
}

interface RefusalOptions {
  readonly hint?: string
  readonly headers?: Readonly<Record<string, string>>
}

export function refusal(
  status: number,
  code: ErrorCode,
  message: string,
  { hint, headers }: RefusalOptions = {},
): Refusal {
  return { status, error: new HostError(code, message, hint === undefined ? {} : { hint }), headers: headers ?? {} }
}

/** What every failing request is answered with. */
export function errorBody({ code, message, hint, details }: HostError) {
  return { error: { code, message, hint: hint ?? null, ...(details === undefined ? {} : { details }) } }
}

/** Told as a header too where waiting helps and for how long is known. */
export function retryAfter({ details }: HostError): Readonly<Record<string, string>> {
  const seconds = details?.['retry_after_s']
  return typeof seconds === 'number' ? { 'Retry-After': String(seconds) } : {}
}

/** How much of an unwanted body is thrown away so that its sender can still read the answer. */
export const DRAIN_BYTES = 64 * 1024 * 1024

export function refuse(request: IncomingMessage, response: ServerResponse, { status, error, headers }: Refusal): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const body = JSON.stringify(errorBody(error))
  response.writeHead(status, {
    ...headers,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  })
  if (request.method !== 'HEAD') response.write(body)
  drain(request, () => response.end())
}

/** The answer ends only after the body did: a connection closed earlier would be reset under its sender's hands. */
function drain(request: IncomingMessage, done: () => void): void {
  if (request.complete) {
    done()
    return
  }
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > DRAIN_BYTES) request.destroy()
  })
  request.once('close', done)
}
