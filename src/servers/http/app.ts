import type { ELDHistogram } from 'node:perf_hooks'
import { Hono } from 'hono'
import type { PersonSessions } from '../../access/person-sessions.ts'
import type { Clock } from '../../base/clock.ts'
import { HostError } from '../../base/host-error.ts'
import type { Logger } from '../../base/logger.ts'
import { errorBody, retryAfter } from './errors.ts'
import type { OwnsRun } from './event-streams.ts'
import type { Executions } from './executions.ts'
import type { HttpContext, HttpEnv } from './http-env.ts'
import type { OfferedTools } from './offered-tools.ts'
import { type ApprovalService, approvalRoutes } from './routes/approvals.ts'
import { type CallTool, callRoute } from './routes/call.ts'
import { type CallHistory, callRoutes, type OpenCalls } from './routes/calls.ts'
import { type ClientService, clientRoutes } from './routes/clients.ts'
import { type DoctorService, doctorRoutes } from './routes/doctor.ts'
import { type DocumentService, documentRoutes } from './routes/documents.ts'
import { executionRoutes } from './routes/executions.ts'
import { type GrantService, grantRoutes } from './routes/grants.ts'
import { type HistoryArchive, historyRoutes, type UndoService } from './routes/history.ts'
import { homeRoute } from './routes/home.ts'
import { iconRoutes } from './routes/icons.ts'
import { type LevelService, levelRoutes } from './routes/level.ts'
import { loginRoutes } from './routes/login.ts'
import { type MachineService, machineRoutes } from './routes/machine.ts'
import { type MemoryService, memoryRoutes } from './routes/memory.ts'
import { type Counters, metricsRoute } from './routes/metrics.ts'
import { type DescribeApi, openapiRoute } from './routes/openapi.ts'
import { processRoutes } from './routes/processes.ts'
import { type ProfileService, profileRoutes } from './routes/profiles.ts'
import { type PromptService, promptRoutes } from './routes/prompts.ts'
import { type RecordingService, recordingRoutes } from './routes/recordings.ts'
import { type RuleService, ruleRoutes } from './routes/rules.ts'
import { type ListRuns, type RunSwitches, runRoutes } from './routes/runs.ts'
import { type SettingsService, settingsRoutes } from './routes/settings.ts'
import { terminalRoutes } from './routes/terminals.ts'
import { type TodoService, todoRoutes } from './routes/todos.ts'
import { type TokenService, tokenRoutes } from './routes/tokens.ts'
import { toolCallRoutes } from './routes/tool-calls.ts'
import { toolRoutes } from './routes/tools.ts'
import { type TopicService, topicRoutes } from './routes/topics.ts'
import type { TerminalService } from './terminals/terminal-service.ts'
import type { ToToolEvent } from './tool-events.ts'

/** What the routes work on; the host passes the services in. */
export interface HttpServices {
  readonly machine: MachineService & LevelService & RunSwitches
  readonly profiles: ProfileService
  readonly approvals: ApprovalService
  readonly grants: GrantService
  readonly rules: RuleService
  readonly history: CallHistory & HistoryArchive
  readonly openCalls: OpenCalls
  readonly undo: UndoService
  readonly executions: Executions
  readonly runs: ListRuns
  readonly tokens: TokenService
  readonly clients: ClientService
  readonly doctor: DoctorService
  readonly todos: TodoService
  readonly documents: DocumentService
  readonly memory: MemoryService
  readonly topics: TopicService
  readonly prompts: PromptService
  readonly settings: SettingsService
  readonly terminals: TerminalService
  readonly recordings: RecordingService
  readonly offered: OfferedTools
  readonly describeApi: DescribeApi
  readonly toToolEvent: ToToolEvent
  readonly callTool: CallTool
  readonly counters: () => Counters
}

interface Parts {
  readonly services: HttpServices
  readonly sessions: PersonSessions
  readonly mayGuess: (address: string) => boolean
  readonly setCookie: (value: string) => string
  readonly loginLink: () => string
  readonly endSessions: () => number
  readonly ownsRun: OwnsRun
  readonly openStreams: () => number
  readonly loopDelay: ELDHistogram
  /** Where the built console is, if not in its usual place. */
  readonly consoleDirectory?: string | undefined
  readonly clock: Clock
  readonly log: Logger
}

/** Every route but the streaming ones. No middleware: whoever arrives here has been admitted. */
export function createApp({
  services,
  ownsRun,
  openStreams,
  loopDelay,
  consoleDirectory,
  clock,
  log,
  ...login
}: Parts) {
  const app = new Hono<HttpEnv>()
    .route('/', homeRoute({ ...services, clock, consoleDirectory }))
    .route('/', loginRoutes(login))
    .route('/icons', iconRoutes())
    .route('/metrics', metricsRoute({ counters: services.counters, openStreams, loopDelay }))
    .route('/api', machineRoutes(services.machine))
    .route('/api/level', levelRoutes(services.machine))
    .route('/api/tools', toolCallRoutes(services))
    .route('/api/tools', toolRoutes(services.profiles))
    .route('/api/openapi.json', openapiRoute(services))
    .route('/api/p/:profile/tools', toolCallRoutes(services))
    .route('/api/p/:profile/openapi.json', openapiRoute(services))
    .route('/api/profiles', profileRoutes(services.profiles))
    .route('/api/approvals', approvalRoutes(services.approvals))
    .route('/api/grants', grantRoutes(services.grants))
    .route('/api/rules', ruleRoutes(services.rules))
    .route('/api/calls', callRoutes(services.history, services.openCalls))
    .route('/api/history', historyRoutes(services.history, services.undo))
    .route('/api/executions', executionRoutes(services.executions, ownsRun))
    .route('/api/runs', runRoutes(services.runs, services.machine))
    .route('/api/clients', clientRoutes(services.clients, services.doctor))
    .route('/api/doctor', doctorRoutes(services.doctor))
    .route('/api/tokens', tokenRoutes(services.tokens))
    .route('/api/todos', todoRoutes(services.todos))
    .route('/api/memory', memoryRoutes(services.memory))
    .route('/api/topics', topicRoutes(services.topics))
    .route('/api/documents', documentRoutes(services.documents))
    .route('/api/prompts', promptRoutes(services.prompts))
    .route('/api/terminals', terminalRoutes(services.terminals))
    .route('/api/recordings', recordingRoutes(services.recordings))
    .route('/api/processes', processRoutes(services.terminals))
    .route('/api/settings', settingsRoutes(services.settings))
    .route('/api/call', callRoute(services.callTool))
    .get('/healthz', (c) => c.json({ status: 'ok' }))

  app.onError((cause, c) => {
    const error = HostError.from(cause)
    if (error.httpStatus >= 500) log.error('a request failed', { method: c.req.method, path: c.req.path, cause })
    return Response.json(errorBody(error), { status: error.httpStatus, headers: retryAfter(error) })
  })
  app.notFound((c) => notFound(c, app))
  return app
}

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE']

function notFound(c: HttpContext, app: Hono<HttpEnv>): Response {
  const allowed = METHODS.filter((method) => app.router.match(method, c.req.path)[0].length > 0)
  if (allowed.length === 0)
    return Response.json(errorBody(new HostError('NOT_FOUND', 'There is nothing here.')), { status: 404 })
  const error = new HostError('INVALID_PARAMETERS', `This address takes ${allowed.join(' and ')}.`)
  return Response.json(errorBody(error), { status: 405, headers: { Allow: allowed.join(', ') } })
}
