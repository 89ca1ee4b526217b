import type { Credentials } from '../../access/credentials.ts'
import type { Tokens } from '../../access/tokens.ts'
import { HostError } from '../../base/host-error.ts'
import type { Gate } from '../../calls/gate.ts'
import { createUndoCalls } from '../../calls/undo-calls.ts'
import type { Clients } from '../../clients/clients.ts'
import type { LiveSettings } from '../../config/settings.ts'
import type { ApprovalState } from '../../contract/approvals.ts'
import type { CallView } from '../../contract/calls.ts'
import type { Caller } from '../../contract/run.ts'
import type { StatusView } from '../../contract/status.ts'
import type { Documents } from '../../documents/documents.ts'
import type { Events } from '../../events/events.ts'
import type { Files } from '../../files/files.ts'
import type { Machine } from '../../machine/machine.ts'
import type { Memory } from '../../memory/memory.ts'
import type { Names } from '../../profiles/names.ts'
import type { Profiles } from '../../profiles/profiles.ts'
import type { Prompts } from '../../prompts/prompts.ts'
import type { Runs } from '../../runs/runs.ts'
import type { Terminals } from '../../terminals/terminals.ts'
import { type Todos, todoPlace } from '../../todos/todos.ts'
import type { Catalog } from '../../tools/catalog.ts'
import type { Sessions } from '../../tools/sessions/sessions.ts'
import type { Topics } from '../../topics/topics.ts'
import type { Undo } from '../../undo/undo.ts'
import type { HttpServices } from './app.ts'
import { createClientService } from './client-service.ts'
import { createExecutions } from './executions.ts'
import { createKnowledgeServices } from './knowledge-services.ts'
import { createMemoryServices } from './memory-service.ts'
import { createOfferedTools } from './offered-tools.ts'
import { createDescribeApi } from './openapi/document.ts'
import type { DoctorService } from './routes/doctor.ts'
import type { RecordingService } from './routes/recordings.ts'
import { createTerminalService } from './terminals/create-terminal-service.ts'
import { createTokenService } from './token-service.ts'
import { createToolEvents } from './tool-events.ts'
import { toolSchema } from './tool-schema.ts'

/** The client's name where nothing but a request is known of it. */
export const PLAIN_HTTP = 'http'

interface Parts {
  readonly gate: Gate
  readonly files: Pick<Files, 'find'>
  readonly undo: Undo
  readonly catalog: Catalog
  readonly names: Names
  readonly profiles: Profiles
  readonly machine: Machine
  readonly runs: Runs
  readonly tokens: Tokens
  readonly knowledge: { readonly todos: Todos; readonly prompts: Prompts; readonly documents: Documents }
  readonly terminals: Terminals
  readonly recordings: RecordingService
  readonly sessions: Sessions
  readonly retrieval: { readonly memory: Memory; readonly topics: Topics }
  readonly endCredential: (credential: string) => void
  readonly credentials: Pick<Credentials, 'rotateAgentToken' | 'agentToken'>
  readonly loadClients: () => Promise<Clients>
  readonly doctor: DoctorService
  readonly settings: LiveSettings
  readonly events: Events
  readonly activeProfile: () => string
  readonly facts: () => Pick<StatusView, 'version' | 'startedAt' | 'url' | 'mcpUrl' | 'dataDirectory'>
  readonly warnings: () => readonly string[]
  readonly shutdown: (by: string) => void
}

/** What the routes work on, made from the host's services. */
export function createHttpServices(parts: Parts): HttpServices {
  const { gate, names, profiles, machine, runs, tokens, events, activeProfile, facts, warnings, shutdown } = parts
  const finished = countFinished(events)
  const undoCalls = createUndoCalls({
    ...gate,
    ...parts.undo,
    labelOf: (id) => gate.history.show(id).call.label,
    resourceOf: (path) => parts.files.find(path).resource,
  })
  const offered = createOfferedTools({ ...parts, machine: machine.state, rightsOf: tokens.rightsOf })
  const toolName = (operation: string): string => {
    const entry = parts.catalog.byId.get(operation)
    return entry === undefined ? operation : names.flatName(entry)
  }

  return {
    machine: {
      status: () => ({
        ...facts(),
        pid: process.pid,
        ...machine.state(),
        levelUntil: machine.level().until,
        warnings: warnings(),
        activeProfile: activeProfile(),
        profiles: profiles.list().map(({ id, label, level, operations }) => ({ id, label, level, tools: operations })),
        pendingApprovals: gate.approvals.pendingCount(),
        runs: runs.count(),
      }),
      pause: machine.pause,
      resume: machine.resume,
      pausedRuns: () => machine.state().pausedRuns ?? [],
      pauseRun: machine.pauseRun,
      resumeRun: machine.resumeRun,
      level: machine.level,
      setLevel: machine.setLevel,
      shutdown,
    },
    profiles: { ...profiles, activeId: activeProfile, schemaOf: (id) => toolSchema(parts.catalog, id) },
    approvals: { ...gate.approvals, candidates: gate.ruleBook.candidates },
    grants: gate.grants,
    rules: {
      ...gate.ruleBook,
      explain: ({ name, args, workdir, profile, client }, by) => {
        const place = runs.open({
          kind: 'person',
          credential: by,
          profile: profile ?? activeProfile(),
          client: 'person',
          workdir,
        })
        // Explained as for an agent: a person is never asked.
        return gate.explain(name, args, { ...place, isPerson: false, client: client ?? place.client })
      },
    },
    history: gate.history,
    openCalls: {
      // What has only just begun is not in the history yet.
      list: () => gate.underWay.ids().flatMap((id) => openCall(gate.history, id)),
      stop: gate.underWay.stop,
    },
    undo: {
      plan: undoCalls.plan,
      undo: (callId, by, options) => {
        const place = { kind: 'person', credential: by, profile: activeProfile(), client: 'person' } as const
        return undoCalls.undo(callId, runs.open(place), options)
      },
    },
    executions: createExecutions({
      newest: events.newest,
      showCall: gate.history.show,
      approvalState: (id) => stateOf(gate.approvals, id),
      toolName,
    }),
    runs: (limit) =>
      runs.list(limit).map((run) => ({ ...run, todos: todoKeyOf(runs.callerOf(run.id), parts.knowledge.todos) })),
    clients: createClientService({
      load: parts.loadClients,
      endpoint: (profile) => {
        const { mcpUrl } = facts()
        return { url: profile === undefined ? mcpUrl : `${mcpUrl}/p/${profile}`, token: parts.credentials.agentToken }
      },
    }),
    doctor: parts.doctor,
    tokens: createTokenService(parts),
    ...createMemoryServices({ ...parts.retrieval, events }),
    ...createKnowledgeServices({
      ...parts.knowledge,
      ...runs,
      scopes: () => parts.retrieval.memory.collections(null).map(({ scope }) => scope),
    }),
    settings: parts.settings,
    recordings: parts.recordings,
    terminals: createTerminalService({ terminals: parts.terminals, lines: parts.sessions.lines }),
    offered,
    describeApi: createDescribeApi({ offered, version: facts().version }),
    toToolEvent: createToolEvents({ conversationOf: runs.conversationOf, toolName }),
    callTool: async ({ name, args, workdir, conversation, profile, principal, signal }) =>
      gate.calls.call({
        name,
        args,
        signal,
        // Agents reach this route by a token that is theirs alone: the person's bit comes from the credential.
        caller: runs.open({
          kind: principal.kind === 'person' ? 'person' : 'stateless',
          credential: principal.credential,
          profile: profile ?? principal.profile ?? activeProfile(),
          client: principal.kind === 'person' ? 'person' : (principal.label ?? PLAIN_HTTP),
          workdir,
          conversation,
        }),
      }),
    counters: () => ({ calls: Object.fromEntries(finished), pendingApprovals: gate.approvals.pendingCount() }),
  }
}

function stateOf(approvals: Gate['approvals'], id: string): ApprovalState | undefined {
  try {
    return approvals.get(id).state
  } catch (cause) {
    // Old ones are removed with the history they belong to.
    if (HostError.from(cause).code === 'NOT_FOUND') return undefined
    throw cause
  }
}

function countFinished(events: Events): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  events.subscribe(({ type, body }) => {
    if (type !== 'call.finished') return
    const state = String(body['state'])
    counts.set(state, (counts.get(state) ?? 0) + 1)
  })
  return counts
}

function openCall(history: Gate['history'], id: string): CallView[] {
  try {
    return [history.show(id).call]
  } catch {
    return []
  }
}

/** The list of a run's conversation, where it has begun one. */
function todoKeyOf(caller: Caller | undefined, todos: Todos): string | null {
  if (caller === undefined) return null
  const { key } = todoPlace(caller)
  return todos.lists().some((list) => list.key === key) ? key : null
}
