import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { HostError } from '../base/host-error.ts'
import type { Reached } from './reach-host.ts'

interface GetOptions {
  readonly reached: Reached
  readonly maxBytes: number
  readonly signal: AbortSignal
  readonly onProgress: (bytes: number) => void
}

export type Got =
  | { readonly kind: 'redirect'; readonly to: string }
  | { readonly kind: 'body'; readonly status: number; readonly contentType: string; readonly bytes: Buffer }

const REDIRECTS = new Set([301, 302, 303, 307, 308])
const HEADER_BYTES = 32 * 1024

/** One GET to one address that was judged before; no cookies, no credentials, no keep-alive. */
export async function getBytes(url: URL, options: GetOptions): Promise<Got> {
  const response = await answerOf(url, options)
  const status = response.statusCode ?? 0
  const { location } = response.headers
  if (REDIRECTS.has(status) && location !== undefined) {
    response.destroy()
    return { kind: 'redirect', to: location }
  }
  const contentType = response.headers['content-type'] ?? 'application/octet-stream'
  return { kind: 'body', status, contentType, bytes: await bodyOf(response, url, options) }
}

function answerOf(url: URL, { reached, signal }: GetOptions): Promise<IncomingMessage> {
  const { address, family } = reached
  const options: RequestOptions = {
    method: 'GET',
    agent: false,
    signal,
    maxHeaderSize: HEADER_BYTES,
    // Node asks this for the address, whatever the name; both of its ways of asking are answered with the judged one.
    lookup: (_hostname, asked, answer) => {
      if (asked.all === true) answer(null, [{ address, family }])
      else answer(null, address, family)
    },
    headers: {
      accept: 'text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.5',
      'accept-encoding': 'gzip, deflate, br',
      'user-agent': 'upperhand (reads pages for a person)',
    },
  }
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestSecure : requestPlain
    const asked = send(url, options, resolve)
    asked.once('error', (cause) => {
      reject(signal.aborted ? signal.reason : failed(url, cause))
    })
    asked.end()
  })
}

/** Counted after decompression: a small answer that unpacks without end stops at the same limit. */
async function bodyOf(response: IncomingMessage, url: URL, options: GetOptions): Promise<Buffer> {
  const { maxBytes, signal, onProgress } = options
  const chunks: Buffer[] = []
  let size = 0
  const source = unpacked(response)
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) {
        throw new HostError('TOO_LARGE', `${url.href} has more than ${maxBytes} bytes.`, {
          hint: 'Name a smaller page. The limit is webPageBytes in settings.json.',
        })
      }
      chunks.push(chunk)
      onProgress(size)
    }
  } catch (cause) {
    if (signal.aborted) throw signal.reason
    throw cause instanceof HostError ? cause : failed(url, cause)
  } finally {
    response.destroy()
  }
  return Buffer.concat(chunks)
}

function unpacked(response: IncomingMessage): Readable {
  const into = unpackerOf(response.headers['content-encoding'])
  if (into === null) return response
  response.on('error', (cause) => into.destroy(cause))
  return response.pipe(into)
}

function unpackerOf(encoding: string | undefined) {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip()
    case 'deflate':
      return createInflate()
    case 'br':
      return createBrotliDecompress()
    default:
      return null
  }
}

function failed(url: URL, cause: unknown): HostError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new HostError('EXECUTION_FAILED', `${url.href} could not be read: ${why}.`, {
    hint: 'Try again later, or check the address.',
    cause,
  })
}
