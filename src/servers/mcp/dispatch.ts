import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server'
import type { CallProgress } from '../../calls/calls.ts'
import type { AskClient } from './ask-client.ts'
import { type CallTool, createCallTool } from './call-tool.ts'
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
import { LEGACY, type Manners, modernManners } from './manners.ts'
import type { ExtraTool, McpParts } from './parts.ts'
import type { Peer } from './peer.ts'
import { createTasks, type Tasks } from './tasks.ts'
import type { ToolAnswer } from './tool-answer.ts'
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
  readonly manners: Manners
}

export interface Exchange {
  readonly era: Era
  readonly peer: Peer
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((progress: CallProgress) => void) | undefined
  /** There when a client up to 2025 can show forms. */
  readonly ask?: AskClient | undefined
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
  readonly callTool: CallTool
  readonly tasks: Tasks
}

/** The hot methods in front of the SDK's protocol layer, which costs more than most calls. */
export function createDispatch(parts: McpParts): Dispatch {
  const lists = createToolLists(parts)
  const extras = new Map(parts.extras?.tools.map((extra) => [extra.tool.name, extra]) ?? [])
  const isValidEnvelope = createEnvelopeCheck()
  const tasks = createTasks(parts)
  const callTool = createCallTool(parts, tasks)
  const modernMeta = { [SERVER_INFO_META_KEY]: briefInfo(parts.serverInfo) }

  const read = (message: RpcRequest, era: Era): HotRequest | null => {
    const { id, method, params } = message
    if (method !== 'tools/call' && method !== 'tools/list' && method !== 'ping') return null
    if (era === 'modern' && (method === 'ping' || !isValidEnvelope(params))) return null
    if (method === 'ping') return { kind: 'ping', id }
    if (method === 'tools/list') return params?.['cursor'] === undefined ? { kind: 'list', id } : null
    return readCall(message, era, extras)
  }

  const call = async (request: CallRequest, { era, peer, signal, onProgress, ask }: Exchange) => {
    const { id, name, args } = request
    const manners: Manners = ask === undefined ? request.manners : { era: 'legacy', ask }
    const plain = extras.get(name)?.plain
    try {
      const answer: ToolAnswer =
        plain === undefined
          ? await callTool(peer, { name, args, signal, onProgress, manners })
          : { ok: true, result: await plain(args, (progress) => onProgress?.(progress)) }
      if (!answer.ok) return errorText(id, answer.error)
      return resultText(id, JSON.stringify(era === 'modern' ? modern(answer.result) : answer.result))
    } catch (cause) {
      parts.log.error('an answer could not be written', { tool: name, cause })
      return errorText(id, { code: INTERNAL_ERROR, message: 'Internal error' })
    }
  }

  const modern = (result: Extract<ToolAnswer, { ok: true }>['result']) => ({
    resultType: 'complete',
    ...result,
    _meta: { ...result._meta, ...modernMeta },
  })

  return {
    read,
    answer: ({ kind, id }, { era, peer }) => resultText(id, kind === 'ping' ? '{}' : lists(peer.profile(), era)),
    call,
    isValidEnvelope,
    lists,
    extras,
    callTool,
    tasks,
  }
}

function readCall({ id, params }: RpcRequest, era: Era, extras: ReadonlyMap<string, ExtraTool>): HotRequest | null {
  if (params === undefined) return null
  const { name, arguments: args = {}, task, inputResponses, requestState } = params
  if (typeof name !== 'string' || !isObject(args)) return null
  const extra = extras.get(name)
  const isReturning = inputResponses !== undefined || requestState !== undefined
  if (task !== undefined || (isReturning && (era === 'legacy' || extra !== undefined))) return null
  if (extra !== undefined && extra.plain === undefined) return null
  const meta = metaOf(params)
  if (meta === undefined && params['_meta'] !== undefined) return null
  const manners = era === 'legacy' ? LEGACY : modernManners(meta, params)
  const progressToken = meta?.['progressToken']
  if (manners === null || (progressToken !== undefined && !isRequestId(progressToken))) return null
  return { kind: 'call', id, name, args, progressToken, manners }
}
