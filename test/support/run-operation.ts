import type { Preview } from '../../src/contract/preview.ts'
import type { Resource } from '../../src/contract/resources.ts'
import type { Caller, Place } from '../../src/contract/run.ts'
import type { Attachment, Toolset } from '../../src/tools/operation.ts'

export interface RanOperation {
  readonly label: string
  readonly details: readonly string[]
  readonly resources: readonly Resource[]
  readonly preview: Preview
  readonly output: unknown
  readonly text: string
}

/** Parses, prepares and runs one operation without a gate, and checks its output against its own schema. */
export async function runOperation(
  toolset: Toolset,
  name: string,
  args: Readonly<Record<string, unknown>>,
  place: Place,
  callId = 'call_1',
  attach: (attachment: Attachment) => void = () => {},
): Promise<RanOperation> {
  const operation = toolset.operations.find((one) => one.name === name)
  if (operation === undefined) throw new Error(`${toolset.name} has no ${name}`)
  const context = { caller: callerAt(place.workdir), place }
  const prepared = await operation.prepare(operation.input.parse(args), context)
  const preview = await prepared.preview()
  const signal = new AbortController().signal
  const ran = await prepared.run({ ...context, callId, signal, progress: () => {}, patience: () => 0, attach })
  operation.output.parse(ran.output)
  return { label: prepared.label, details: prepared.details, resources: prepared.resources, preview, ...ran }
}

function callerAt(workdir: string): Caller {
  return {
    runId: 'run_1',
    conversationId: 'run_1',
    credential: 'agent',
    client: 'test',
    clientVersion: '1',
    profile: 'test',
    workdir,
    isPerson: false,
  }
}
