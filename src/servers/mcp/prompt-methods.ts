import { type McpServer, ProtocolError } from '@modelcontextprotocol/server'
import { HostError } from '../../base/host-error.ts'
import type { Caller } from '../../contract/run.ts'
import { INTERNAL_ERROR, INVALID_PARAMS } from './json-rpc.ts'
import type { Peer } from './peer.ts'

export interface PromptEntry {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly arguments: readonly PromptArgument[]
}

interface PromptArgument {
  readonly name: string
  readonly description?: string
  readonly required?: boolean
}

/** What a client offers its person, often as commands with a slash. */
export interface PromptProvider {
  readonly list: (caller: Caller) => readonly PromptEntry[]
  /** Null when there is none of this name. */
  readonly get: (name: string, args: Readonly<Record<string, string>>, caller: Caller) => Promise<string | null>
  /** Values that an argument may have. */
  readonly complete: (name: string, argument: string, caller: Caller) => readonly string[]
}

/** At most as many as the protocol lets an answer hold. */
const COMPLETIONS = 100

export function servePrompts(server: McpServer, provider: PromptProvider, peer: Peer): void {
  const { server: protocol } = server

  protocol.setRequestHandler('prompts/list', async () => {
    const found = provider.list(await peer.caller())
    return { prompts: found.map((entry) => ({ ...entry, arguments: entry.arguments.map((one) => ({ ...one })) })) }
  })

  protocol.setRequestHandler('prompts/get', async ({ params }) => {
    const { name, arguments: args = {} } = params
    const text = await readable(async () => provider.get(name, args, await peer.caller()))
    if (text === null) throw new ProtocolError(INVALID_PARAMS, `There is no prompt ${name.slice(0, 200)}.`)
    return { messages: [{ role: 'user', content: { type: 'text', text } }] }
  })

  protocol.setRequestHandler('completion/complete', async ({ params: { ref, argument } }) => {
    const all = ref.type === 'ref/prompt' ? provider.complete(ref.name, argument.name, await peer.caller()) : []
    const typed = argument.value.toLowerCase()
    const fitting = all.filter((value) => value.toLowerCase().startsWith(typed))
    const values = fitting.slice(0, COMPLETIONS)
    return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } }
  })
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (cause) {
    const error = HostError.from(cause)
    const code = error.code === 'INTERNAL' ? INTERNAL_ERROR : INVALID_PARAMS
    throw new ProtocolError(code, error.message, { code: error.code, hint: error.hint })
  }
}
