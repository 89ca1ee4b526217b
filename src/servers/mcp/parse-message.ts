import { isUtf8 } from 'node:buffer'
import { exceedsDepth } from '../../base/canonical-json.ts'
import { INVALID_REQUEST, PARSE_ERROR, type RpcError } from './json-rpc.ts'

export type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: RpcError }

/** Bytes of one message to JSON. Whatever is wrong with them is a JSON-RPC error, never a throw. */
export function parseMessage(bytes: Uint8Array, maxDepth: number): Parsed {
  if (!isUtf8(bytes)) return wrong(PARSE_ERROR, 'Parse error: the message is not valid UTF-8.')
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
  } catch {
    return wrong(PARSE_ERROR, 'Parse error: the message is not valid JSON.')
  }
  if (exceedsDepth(value, maxDepth)) {
    return wrong(INVALID_REQUEST, `Invalid request: JSON nests deeper than ${maxDepth} levels.`)
  }
  return { ok: true, value }
}

export function tooLarge(maxBytes: number): RpcError {
  return { code: INVALID_REQUEST, message: `Invalid request: a message may have at most ${maxBytes} bytes.` }
}

function wrong(code: number, message: string): Parsed {
  return { ok: false, error: { code, message } }
}
