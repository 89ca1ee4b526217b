import {
  type CallToolResult,
  type ListToolsResult,
  McpServer,
  ProtocolError,
  ResourceNotFoundError,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { HostError } from '../../base/host-error.ts'
import type { CallProgress } from '../../calls/calls.ts'
import { principalOf } from '../../contract/run.ts'
import { TASKS_EXTENSION } from './abilities.ts'
import { type Change, tellClient } from './change.ts'
import type { Dispatch } from './dispatch.ts'
import { INTERNAL_ERROR, INVALID_PARAMS, isRequestId, type Params } from './json-rpc.ts'
import { LEGACY, type Manners, modernManners } from './manners.ts'
import type { ExtraResult, ExtraTool, McpParts, OpenTask, ResourceTemplateEntry } from './parts.ts'
import type { Peer } from './peer.ts'
import { createProgress } from './progress.ts'
import { servePrompts } from './prompt-methods.ts'
import { serveSubscriptions } from './subscriptions.ts'
import { serveTasks } from './task-methods.ts'
import type { Era } from './tool-lists.ts'

export interface MadeServer {
  readonly server: McpServer
  readonly tell: (change: Change) => Promise<void>
}

/** The SDK's server for one peer: handshake, resources, subscriptions, and whatever the dispatcher leaves to it. */
export function createServer(parts: McpParts, dispatch: Dispatch, peer: Peer, era: Era): MadeServer {
  const { serverInfo, extras, prompts } = parts
  const isModern = era === 'modern'
  const server = new McpServer(
    { ...serverInfo, icons: serverInfo.icons?.map((icon) => ({ ...icon, sizes: [...(icon.sizes ?? ['any'])] })) },
    {
      instructions: instructionsFor(parts, peer.profile()),
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true, subscribe: true },
        ...(prompts === undefined ? {} : { prompts: { listChanged: true }, completions: {} }),
        ...(isModern ? { extensions: { [TASKS_EXTENSION]: {} } } : {}),
        ...extras?.capabilities,
      },
      ...(extras?.requestState === undefined ? {} : { requestState: extras.requestState }),
    },
  )
  server.server.onerror = (cause) => parts.log.debug('mcp', { cause })
  serveTools(server, dispatch, peer, era)
  if (isModern) serveTasks(server, dispatch.tasks, peer)
  parts.resources.templates.forEach((template, index) => {
    serveResource(server, parts, peer, { template, isFirst: index === 0 })
  })
  if (prompts !== undefined) servePrompts(server, prompts, peer)
  // In the later era the SDK knows what a client listens to, and sends nothing else.
  const subscriptions = isModern ? { has: () => true } : serveSubscriptions(server, parts, peer)
  extras?.setup(server)
  return { server, tell: (change) => tellClient(server, change, subscriptions.has) }
}

function instructionsFor(parts: McpParts, profileId: string): string {
  const lookup = parts.published(profileId)
  return lookup.ok ? parts.instructions(profileId) : `No tools: ${lookup.reason} ${lookup.hint}`
}

function serveTools(server: McpServer, dispatch: Dispatch, peer: Peer, era: Era) {
  server.server.setRequestHandler('tools/list', ({ params }) => {
    if (params?.cursor !== undefined) throw new ProtocolError(INVALID_PARAMS, 'tools/list has one page: no cursor.')
    return JSON.parse(dispatch.lists(peer.profile(), 'legacy')) as ListToolsResult
  })

  const openTask: OpenTask = async (message, onCancel) =>
    dispatch.tasks.open(principalOf(await peer.caller()), message, onCancel)

  server.server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: args = {} } = params
    const onProgress = progressOf(context)
    const extra = dispatch.extras.get(name)
    if (extra !== undefined) return (await callExtra(extra, args, context, onProgress, openTask)) as CallToolResult
    const { signal } = context.mcpReq
    const manners = era === 'legacy' ? LEGACY : mannersOf(context)
    const answer = await dispatch.callTool(peer, { name, args, signal, onProgress, manners })
    if (answer.ok) return answer.result as CallToolResult
    throw new ProtocolError(answer.error.code, answer.error.message, answer.error.data)
  })
}

function callExtra(
  extra: ExtraTool,
  args: Readonly<Record<string, unknown>>,
  context: ServerContext,
  onProgress: ((progress: CallProgress) => void) | undefined,
  openTask: OpenTask,
): Promise<ExtraResult> | ExtraResult {
  if (extra.call !== undefined) return extra.call(args, context, openTask)
  if (extra.plain !== undefined) return extra.plain(args, (progress) => onProgress?.(progress))
  throw new ProtocolError(INTERNAL_ERROR, `The tool ${extra.tool.name} has no handler.`)
}

function mannersOf({ mcpReq }: ServerContext): Manners {
  const returning = { requestState: mcpReq.requestState(), inputResponses: mcpReq.inputResponses }
  const manners = modernManners(mcpReq.envelope as Params | undefined, returning)
  if (manners !== null) return manners
  throw new ProtocolError(INVALID_PARAMS, 'Invalid params: requestState is text, inputResponses an object.')
}

function progressOf({ mcpReq }: ServerContext): ((progress: CallProgress) => void) | undefined {
  const progressToken = mcpReq._meta?.progressToken
  if (!isRequestId(progressToken)) return undefined
  return createProgress(progressToken, (params) => {
    // A stream that closed meanwhile takes no progress; the call itself is told by its signal.
    mcpReq.notify({ method: 'notifications/progress', params: { ...params } }).catch(() => {})
  })
}

function serveResource(
  server: McpServer,
  { resources }: McpParts,
  peer: Peer,
  { template, isFirst }: { template: ResourceTemplateEntry; isFirst: boolean },
): void {
  const { name, uriTemplate, ...metadata } = template
  // The provider lists all its resources at once, so only one template carries the list.
  const list = async () => ({ resources: [...(await resources.list(await peer.caller()))] })
  const pattern = new ResourceTemplate(uriTemplate, { list: isFirst ? list : undefined })
  server.registerResource(name, pattern, metadata, async (uri) => {
    try {
      const found = await resources.read(uri.href, await peer.caller())
      if (found === null) throw new ResourceNotFoundError(uri.href)
      return { contents: [{ uri: uri.href, ...found }] }
    } catch (cause) {
      throw cause instanceof ProtocolError ? cause : protocolError(uri.href, HostError.from(cause))
    }
  })
}

function protocolError(uri: string, error: HostError): ProtocolError {
  if (error.code === 'NOT_FOUND') return new ResourceNotFoundError(uri)
  const code = error.code === 'INTERNAL' ? INTERNAL_ERROR : INVALID_PARAMS
  return new ProtocolError(code, error.message, { uri, code: error.code, hint: error.hint })
}
