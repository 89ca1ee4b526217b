import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders } from 'node:http'
import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { oneLine } from '../../base/visible.ts'
import { isObject, metaOf, type Params } from './json-rpc.ts'
import type { Introduction } from './peer.ts'

const NAME_CHARS = 100
const PATH_CHARS = 4_096

/** What a request says of its sender: client name and version, and where it would like to work. */
export function introductionOf(params: Params | undefined, headers: IncomingHttpHeaders = {}): Introduction {
  const meta = metaOf(params)
  const info = params?.['clientInfo'] ?? meta?.[CLIENT_INFO_META_KEY]
  return {
    client: nameOf(isObject(info) ? info['name'] : undefined),
    clientVersion: nameOf(isObject(info) ? info['version'] : undefined),
    ...wishesOf(headers, meta),
  }
}

export function wishesOf(headers: IncomingHttpHeaders, meta?: Params) {
  return {
    workdir: wishOf(headers['upperhand-workspace'], meta?.['upperhand/workspace'], PATH_CHARS),
    conversation: wishOf(headers['upperhand-conversation'], meta?.['upperhand/conversation'], NAME_CHARS),
  }
}

/** Shown to people: one visible line. */
function nameOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? oneLine(value, NAME_CHARS) : undefined
}

/** A wish that is too long is none: cut, it would name another place. */
function wishOf(header: string | string[] | undefined, entry: unknown, maxChars: number): string | undefined {
  const value = typeof header === 'string' ? utf8(header) : entry
  return typeof value === 'string' && value !== '' && value.length <= maxChars ? value : undefined
}

/** Node reads header bytes as Latin-1; paths come as UTF-8. */
function utf8(header: string): string {
  const bytes = Buffer.from(header, 'latin1')
  return isUtf8(bytes) ? bytes.toString() : header
}
