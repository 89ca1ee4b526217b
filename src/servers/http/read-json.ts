import type { IncomingMessage } from 'node:http'
import { HostError } from '../../base/host-error.ts'
import { DRAIN_BYTES } from './errors.ts'

interface Bounds {
  readonly frameBytes: number
  readonly jsonDepth: number
}

/** The request's JSON; undefined when it has no body. Nothing is parsed before size and depth are known to be in bounds. */
export async function readJson(request: IncomingMessage, { frameBytes, jsonDepth }: Bounds): Promise<unknown> {
  const bytes = await readBytes(request, frameBytes)
  if (bytes.length === 0) return undefined
  if (isDeeper(bytes, jsonDepth)) {
    throw new HostError('INVALID_PARAMETERS', `The JSON nests deeper than ${jsonDepth} levels.`)
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new HostError('INVALID_PARAMETERS', 'The body is not valid JSON in UTF-8.', { cause })
  }
}

async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= limit) chunks.push(chunk)
    else chunks.length = 0
    if (size > DRAIN_BYTES) reject(tooLarge(limit))
  })
  request.once('end', () => (size <= limit ? resolve(Buffer.concat(chunks)) : reject(tooLarge(limit))))
  request.once('error', (cause) => reject(new HostError('CANCELLED', 'The request ended early.', { cause })))
  return promise
}

function tooLarge(limit: number): HostError {
  return new HostError('TOO_LARGE', `The request is larger than ${limit} bytes.`)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = new Set([0x5b, 0x7b])
const CLOSE = new Set([0x5d, 0x7d])

/** Counts brackets outside of strings; a parser would already have built the whole tower. */
function isDeeper(bytes: Buffer, limit: number): boolean {
  let depth = 0
  let isText = false
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] as number
    if (isText) {
      if (byte === BACKSLASH) index += 1
      else if (byte === QUOTE) isText = false
    } else if (byte === QUOTE) isText = true
    else if (OPEN.has(byte)) {
      depth += 1
      if (depth > limit) return true
    } else if (CLOSE.has(byte)) depth -= 1
  }
  return false
}
