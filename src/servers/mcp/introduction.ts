import type { IncomingHttpHeaders } from 'node:http'
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { isObject, metaOf, type Params } from './json-rpc.ts'
import type { Introduction } from './peer.ts'

const NAME_CHARS = 100
const WISH_CHARS = 4_096

/** What a request says of its sender: client name and version, and where it would like to work. */
export function introductionOf(params: Params | undefined, headers: IncomingHttpHeaders = {}): Introduction {
  const meta = metaOf(params)
  const info = params?.['clientInfo'] ?? meta?.[CLIENT_INFO_META_KEY]
  return {
    client: textOf(isObject(info) ? info['name'] : undefined, NAME_CHARS),
    clientVersion: textOf(isObject(info) ? info['version'] : undefined, NAME_CHARS),
    ...wishesOf(headers, meta),
  }
}

export function wishesOf(headers: IncomingHttpHeaders, meta?: Params) {
  return {
    workdir: textOf(headers['upperhand-workspace'] ?? meta?.['upperhand/workspace'], WISH_CHARS),
    conversation: textOf(headers['upperhand-conversation'] ?? meta?.['upperhand/conversation'], NAME_CHARS),
  }
}

function textOf(value: unknown, maxChars: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= maxChars ? value : undefined
}
