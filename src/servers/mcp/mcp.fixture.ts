import { systemClock } from '../../base/clock.ts'
import { HostError } from '../../base/host-error.ts'
import { newId } from '../../base/ids.ts'
import { LIMITS, type Limits } from '../../base/limits.ts'
import { createLogger } from '../../base/logger.ts'
import { createRedact } from '../../base/redact.ts'
import type { CallOutcome, CallRequest, Calls } from '../../calls/calls.ts'
import type { Published, PublishedTool } from '../../profiles/published.ts'
import type { McpParts, RunIdentity } from './parts.ts'

/** The parts an MCP server needs, over a handful of tools that run nothing. */
export interface FakeParts extends McpParts {
  readonly runs: { readonly opened: RunIdentity[]; readonly ended: string[] }
  readonly requests: CallRequest[]
  /** Resolves when a call of the tool has begun. */
  readonly begun: (tool: string) => Promise<CallRequest>
  readonly setTools: (names: readonly string[]) => void
}

const NAMES = ['echo', 'fail', 'hang', 'pend', 'steps']

export function createFakeParts(overrides: Partial<Limits> = {}): FakeParts {
  const runs = { opened: [] as RunIdentity[], ended: [] as string[] }
  const requests: CallRequest[] = []
  const waiting = new Map<string, (request: CallRequest) => void>()
  let published = publish(NAMES)

  const calls: Calls = {
    call: async (request) => {
      requests.push(request)
      waiting.get(request.name)?.(request)
      return outcomeOf(request, () => published.tools.map(({ name }) => name))
    },
  }

  return {
    runs,
    requests,
    begun: (tool) => new Promise((resolve) => waiting.set(tool, resolve)),
    setTools: (names) => {
      published = publish(names)
    },
    calls,
    activeProfile: () => 'default',
    published: (profileId) =>
      profileId === 'default' || profileId === 'second'
        ? { ok: true, published }
        : { ok: false, reason: `There is no profile "${profileId}".`, hint: 'See upperhand profile ls.' },
    allowsElicitation: () => false,
    decide: () => Promise.reject(new HostError('NOT_FOUND', 'There is no such approval.')),
    instructions: (profileId) => `Instructions of ${profileId}.`,
    isKnownName: (name) => NAMES.includes(name),
    nearNames: (name) => NAMES.filter((known) => known.startsWith(name.slice(0, 2))),
    openRun: (identity) => {
      runs.opened.push(identity)
      const { credential, client, clientVersion, profile, workdir = '/nowhere' } = identity
      const runId = `run_${runs.opened.length}`
      return { runId, conversationId: runId, credential, client, clientVersion, profile, workdir, isPerson: false }
    },
    touchRun: () => {},
    endRun: (runId) => {
      runs.ended.push(runId)
    },
    resources: {
      templates: [
        {
          name: 'history',
          uriTemplate: 'upperhand://history/{id}',
          title: 'Call',
          description: 'One call of the history.',
          mimeType: 'application/json',
        },
      ],
      list: ({ runId }) => [{ uri: `upperhand://history/of-${runId}`, name: 'last' }],
      read: (uri) => (uri.endsWith('/missing') ? null : { mimeType: 'application/json', text: `{"uri":"${uri}"}` }),
    },
    serverInfo: { name: 'upperhand', version: '0.0.0' },
    limits: { ...LIMITS, ...overrides },
    log: createLogger(() => {}, createRedact()),
    clock: systemClock,
    newId,
  }
}

function publish(names: readonly string[]): Published {
  const tools: PublishedTool[] = names.map((name) => ({
    name,
    title: name,
    description: `The tool ${name}.`,
    inputSchema: { type: 'object', properties: {} },
    annotations: { readOnlyHint: true },
  }))
  return { tools, json: JSON.stringify(tools) }
}

async function outcomeOf(request: CallRequest, names: () => readonly string[]): Promise<CallOutcome> {
  const { name, args, signal } = request
  const settled = {
    callId: newId('call'),
    runId: 'run_1',
    operation: name,
    label: name,
    durationMs: 1,
    progressEvents: [],
  }
  const succeeded = (output: Readonly<Record<string, unknown>>): CallOutcome => ({
    ...settled,
    status: 'succeeded',
    output,
    text: JSON.stringify(output),
    isTruncated: false,
    because: { step: 'default', reason: 'reading inside' },
    editedByUser: false,
  })
  const failed = (error: HostError): CallOutcome => ({ ...settled, status: 'failed', error })

  if (!names().includes(name)) return failed(new HostError('TOOL_NOT_FOUND', `There is no tool ${name}.`))
  switch (name) {
    case 'fail':
      return failed(new HostError('NOT_FOUND', 'There is no such file.', { hint: 'Look with fs_list.' }))
    case 'pend': {
      const output = { status: 'approval_pending', approval_id: 'apr_1' }
      return { ...settled, status: 'pending', approvalId: 'apr_1', output, text: 'Waiting for a person.' }
    }
    case 'hang':
      await new Promise((resolve) => signal?.addEventListener('abort', resolve, { once: true }))
      return failed(new HostError('CANCELLED', 'The call was cancelled.'))
    case 'steps':
      for (const progress of [1, 2, 2, 3]) {
        request.onProgress?.({ progress, total: 3, message: `step ${progress}` })
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
      return succeeded({ steps: 3 })
    default:
      return succeeded({ args })
  }
}
