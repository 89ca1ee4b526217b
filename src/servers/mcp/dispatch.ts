import { type CallToolResult, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { CallProgress } from '../../calls/calls.ts'
import { callTool, type ToolAnswer } from './call-tool.ts'
import { createEnvelopeCheck } from './envelope.ts'
import {
  errorText,
  INTERNAL_ERROR,
  isObject,
  isRequestId,
  metaOf,
  type RequestId,
  type RpcRequest,
  resultText,
} from './json-rpc.ts'
import type { ExtraTool, McpParts } from './parts.ts'
import type { Peer } from './peer.ts'
import { briefInfo, createToolLists, type Era, type ToolLists } from './tool-lists.ts'

/** A request that is plainly valid and that we answer ourselves. */
export type HotRequest = QuickRequest | CallRequest

interface QuickRequest {
  readonly kind: 'ping' | 'list'
  readonly id: RequestId
}

interface CallRequest {
  readonly kind: 'call'
  readonly id: RequestId
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly progressToken: RequestId | undefined
}

export interface Exchange {
  readonly era: Era
  readonly peer: Peer
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: CallProgress) => void) | undefined
}

export interface Dispatch {
  /** Null for everything that is not hot or not plainly right: the SDK answers that, and words the error. */
  readonly read: (message: RpcRequest, era: Era) => HotRequest | null
  /** The JSON-RPC response as text. */
  readonly answer: (request: QuickRequest, exchange: Exchange) => string
  /** The same for a call. Never rejects. */
  readonly call: (request: CallRequest, exchange: Exchange) => Promise<string>
  readonly isValidEnvelope: (params: RpcRequest['params']) => boolean
  readonly lists: ToolLists
  readonly extras: ReadonlyMap<string, ExtraTool>
}

/** The hot methods in front of the SDK's protocol layer, which costs more than most calls. */
export function createDispatch(parts: McpParts): Dispatch {
  const lists = createToolLists(parts)
  const extras = new Map(parts.extras?.tools.map((extra) => [extra.tool.name, extra]) ?? [])
  const isValidEnvelope = createEnvelopeCheck()
  const modernMeta = { [SERVER_INFO_META_KEY]: briefInfo(parts.serverInfo) }

  const read = (message: RpcRequest, era: Era): HotRequest | null => {
    const { id, method, params } = message
    if (method !== 'tools/call' && method !== 'tools/list' && method !== 'ping') return null
    if (era === 'modern' && (method === 'ping' || !isValidEnvelope(params))) return null
    if (method === 'ping') return { kind: 'ping', id }
    if (method === 'tools/list') return params?.['cursor'] === undefined ? { kind: 'list', id } : null
    return readCall(message, extras)
  }

  const call = async (request: CallRequest, { era, peer, signal, onProgress }: Exchange) => {
    const { id, name, args } = request
    const plain = extras.get(name)?.plain
    try {
      const answer: ToolAnswer =
        plain === undefined
          ? await callTool(parts, peer, { name, args, signal, onProgress })
          : { ok: true, result: await plain(args, (progress) => onProgress?.(progress)) }
      if (!answer.ok) return errorText(id, answer.error)
      return resultText(id, JSON.stringify(era === 'modern' ? modern(answer.result) : answer.result))
    } catch (cause) {
      parts.log.error('an answer could not be written', { tool: name, cause })
      return errorText(id, { code: INTERNAL_ERROR, message: 'Internal error' })
    }
  }

  const modern = (result: CallToolResult) => ({
    ...result,
    resultType: 'complete',
    _meta: { ...result._meta, ...modernMeta },
  })

  return {
    read,
    answer: ({ kind, id }, { era, peer }) => resultText(id, kind === 'ping' ? '{}' : lists(peer.profile(), era)),
    call,
    isValidEnvelope,
    lists,
    extras,
  }
}

function readCall({ id, params }: RpcRequest, extras: ReadonlyMap<string, ExtraTool>): HotRequest | null {
  if (params === undefined) return null
  const { name, arguments: args = {}, task, inputResponses, requestState } = params
  if (typeof name !== 'string' || !isObject(args)) return null
  if (task !== undefined || inputResponses !== undefined || requestState !== undefined) return null
  const extra = extras.get(name)
  if (extra !== undefined && extra.plain === undefined) return null
  const meta = metaOf(params)
  if (meta === undefined && params['_meta'] !== undefined) return null
  const progressToken = meta?.['progressToken']
  if (progressToken !== undefined && !isRequestId(progressToken)) return null
  return { kind: 'call', id, name, args, progressToken }
}
