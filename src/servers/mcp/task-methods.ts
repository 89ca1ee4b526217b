import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { oneLine } from '../../base/visible.ts'
import { principalOf } from '../../contract/run.ts'
import { abilitiesOf, TASKS_EXTENSION } from './abilities.ts'
import { INVALID_PARAMS } from './json-rpc.ts'
import type { Peer } from './peer.ts'
import type { Tasks } from './tasks.ts'

const ID_CHARS = 80

const oneTask = z.object({ taskId: z.string() })

/** `tasks/get`, `tasks/update` and `tasks/cancel`. A task is there for whoever made the call, and for nobody else. */
export function serveTasks({ server }: McpServer, tasks: Tasks, peer: Peer): void {
  const principal = async (context: ServerContext): Promise<string> => {
    assertTasks(context)
    return principalOf(await peer.caller())
  }

  server.setRequestHandler('tasks/get', { params: oneTask }, async ({ taskId }, context) => {
    const task = tasks.get(taskId, await principal(context))
    if (task === undefined) throw unknownTask(taskId)
    return { ...task }
  })
  server.setRequestHandler('tasks/update', { params: oneTask }, async ({ taskId }, context) => {
    // The SDK has taken the answers out of the parameters.
    const answers = context.mcpReq.inputResponses ?? {}
    if (!tasks.update(taskId, await principal(context), answers)) throw unknownTask(taskId)
    return {}
  })
  server.setRequestHandler('tasks/cancel', { params: oneTask }, async ({ taskId }, context) => {
    if (!tasks.cancel(taskId, await principal(context))) throw unknownTask(taskId)
    return {}
  })
}

/** Throws for a request that does not say that its client takes tasks. */
export function assertTasks({ mcpReq }: ServerContext): void {
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  if (abilitiesOf(envelope?.[CLIENT_CAPABILITIES_META_KEY]).tasks) return
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } })
}

function unknownTask(id: string): ProtocolError {
  const message = `There is no task ${oneLine(id, ID_CHARS)} of yours: it has expired, or upperhand was restarted. Make the call again: what a person has approved meanwhile runs at once.`
  return new ProtocolError(INVALID_PARAMS, message)
}
