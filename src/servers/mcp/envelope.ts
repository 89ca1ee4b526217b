import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import { metaOf, type Params } from './json-rpc.ts'

export const MODERN_VERSION = '2026-07-28'

const KEPT_ENVELOPES = 256
const KEPT_CHARS = 4_096

/** Whether a request speaks of a protocol version of its own, valid or not. */
export function hasEnvelope(params: Params | undefined): boolean {
  const meta = metaOf(params)
  return meta !== undefined && PROTOCOL_VERSION_META_KEY in meta
}

/**
 * Whether the `_meta` of a modern request is valid. The SDK judges each envelope once: clients send the same one with
 * every request. What fails here goes to the SDK, which says what is wrong.
 */
export function createEnvelopeCheck(): (params: Params | undefined) => boolean {
  const valid = new Set<string>()
  return (params) => {
    const meta = metaOf(params)
    if (meta?.[PROTOCOL_VERSION_META_KEY] !== MODERN_VERSION) return false
    const parts = [meta[CLIENT_CAPABILITIES_META_KEY], meta[CLIENT_INFO_META_KEY], meta[LOG_LEVEL_META_KEY]]
    const key = JSON.stringify(parts)
    if (valid.has(key)) return true
    const body = { jsonrpc: '2.0', id: 0, method: 'tools/list', params: { _meta: meta } }
    if (classifyInboundRequest({ httpMethod: 'POST', body }).kind !== 'modern') return false
    if (valid.size >= KEPT_ENVELOPES) valid.clear()
    if (key.length <= KEPT_CHARS) valid.add(key)
    return true
  }
}
