import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCredentials } from '../../access/credentials.ts'
import { createPersonSessions } from '../../access/person-sessions.ts'
import type { Principal } from '../../access/principal.ts'
import { systemClock } from '../../base/clock.ts'
import { HostError } from '../../base/host-error.ts'
import { LIMITS, type Limits } from '../../base/limits.ts'
import { createLogger } from '../../base/logger.ts'
import { createRedact } from '../../base/redact.ts'
import type { ProfileDescription } from '../../contract/tools-file.ts'
import { createEvents } from '../../events/events.ts'
import { openHeadFile } from '../../events/head-file.ts'
import { openDatabase } from '../../storage/database.ts'
import type { HttpServices } from './app.ts'
import { createHttpServer, type HttpServerParts } from './server.ts'

export interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
  readonly json: () => Record<string, unknown>
}

export interface Ask {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string | Buffer
  readonly bearer?: string
  readonly socketPath?: string
}

/** Without a console the plain pages answer. */
const NOT_BUILT = join(tmpdir(), 'upperhand-no-console')

interface Options {
  readonly services?: Partial<HttpServices>
  readonly limits?: Partial<Limits>
  readonly settings?: Partial<HttpServerParts['settings']>
  readonly heartbeatMs?: number
}

/** A server on a free port over real credentials and a real event log, in a directory of its own. */
export async function startServer({ services, limits, settings, heartbeatMs }: Options = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'http-'))
  const redact = createRedact()
  const logged: string[] = []
  const log = createLogger((line) => logged.push(line), redact)
  const database = openDatabase(join(directory, 'test.db'))
  const events = createEvents({ database, headFile: openHeadFile(join(directory, 'head')), clock: systemClock, log })
  const credentials = createCredentials({ directory, redact })
  const seen: { path: string; principal: Principal }[] = []
  const socketPath = join(directory, 'cli.sock')
  const server = createHttpServer({
    settings: { host: '127.0.0.1', port: 0, allowedHosts: [], allowedOrigins: [], behindProxy: false, ...settings },
    socketPath,
    credentials,
    mcp: {
      handleHttp: async (request, response, principal) => {
        seen.push({ path: request.url ?? '', principal })
        answer(response)
      },
    },
    services: { ...stubServices(), ...services },
    sessions: createPersonSessions({ clock: systemClock, database }),
    events,
    ownsRun: (_credential, runId) => runId === 'run_own',
    limits: { ...LIMITS, ...limits },
    clock: systemClock,
    log,
    consoleDirectory: NOT_BUILT,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
  })
  await server.listen()
  const port = server.port()

  return {
    server,
    port,
    directory,
    socketPath,
    events,
    database,
    seen,
    logged,
    token: credentials.agentToken,
    key: readFileSync(join(directory, 'person.key'), 'utf8').trim(),
    ask: (path: string, ask: Ask = {}) => ask_(port, path, ask),
    [Symbol.asyncDispose]: async () => {
      await server.close()
      events.close()
      database.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startServer>>

function answer(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end('{"mcp":true}')
}

async function ask_(
  port: number,
  path: string,
  { method = 'GET', headers = {}, body, bearer, socketPath }: Ask,
): Promise<Reply> {
  const request = send({
    ...(socketPath === undefined ? { host: '127.0.0.1', port } : { socketPath }),
    path,
    method,
    agent: false,
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
  })
  request.end(body)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  return { status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) }
}

export function stubServices(): HttpServices {
  const missing = (): never => {
    throw new HostError('NOT_FOUND', 'There is none.')
  }
  const machine = {
    version: '0.0.0',
    pid: process.pid,
    startedAt: 0,
    url: 'http://127.0.0.1',
    mcpUrl: 'http://127.0.0.1/mcp',
    dataDirectory: '/data',
    isPaused: false,
    level: null,
    safeMode: [],
    warnings: [],
    activeProfile: 'workspace-agent',
    profiles: [],
    pendingApprovals: 0,
    runs: 0,
  }
  return {
    machine: {
      status: () => machine,
      pause: () => {},
      resume: () => {},
      pausedRuns: () => [],
      pauseRun: () => {},
      resumeRun: () => {},
      shutdown: () => {},
      level: missing,
      setLevel: missing,
    },
    profiles: {
      activeId: () => 'read-only',
      list: () => [],
      problems: () => [],
      describe: (id) => ({ ...emptyProfile, id }),
      schemaOf: missing,
      setTool: missing,
      setCategory: missing,
      setPermission: missing,
      setBounds: missing,
      setActive: missing,
      clone: missing,
      remove: missing,
      importProfile: missing,
      exportProfile: missing,
    },
    approvals: {
      list: () => [],
      find: missing,
      candidates: () => [],
      decide: async () => missing(),
      edited: async () => missing(),
      answer: async () => missing(),
    },
    grants: { list: () => [], revoke: missing },
    rules: {
      list: () => [],
      revoke: missing,
      add: missing,
      check: missing,
      suggestions: () => [],
      explain: async () => missing(),
    },
    openCalls: { list: () => [], stop: missing },
    history: {
      list: () => [],
      search: () => ({ calls: [], next: null }),
      show: missing,
      verify: () => ({ ok: true, entries: 0 }),
      exportLines: () => [],
    },
    undo: { plan: missing, undo: missing },
    executions: { list: () => ({ executions: [], next: null }), show: missing },
    runs: () => [],
    clients: {
      list: async () => [],
      launch: async () => ({ command: 'node', args: [], env: {} }),
      plan: async () => missing(),
      apply: async () => missing(),
    },
    doctor: { examine: async () => missing(), testClient: async () => missing() },
    tokens: { list: () => [], add: missing, rotate: missing, revoke: missing, rotateFile: missing },
    todos: { lists: () => [], show: missing, write: missing, update: missing, add: missing, remove: missing },
    documents: { list: () => [], show: missing, remove: missing, import: async () => missing(), scope: missing },
    memory: {
      list: () => ({ memories: [], total: 0 }),
      collections: () => [],
      search: async () => missing(),
      show: missing,
      edit: missing,
      remove: missing,
      exportLines: () => [],
    },
    topics: {
      list: () => [],
      find: missing,
      add: missing,
      change: missing,
      remove: missing,
      attach: missing,
      detach: missing,
    },
    prompts: {
      systemPrompts: () => [],
      miniPrompts: () => [],
      addSystem: missing,
      addMini: missing,
      changeSystem: missing,
      changeMini: missing,
      remove: missing,
      enableInRun: missing,
    },
    recordings: { list: () => [], read: missing },
    terminals: {
      list: () => [],
      find: missing,
      open: async () => missing(),
      read: async () => missing(),
      screen: async () => missing(),
      write: async () => missing(),
      resize: async () => missing(),
      lease: missing,
      select: missing,
      stop: async () => missing(),
      restart: async () => missing(),
      setOnRunEnd: async () => missing(),
      usage: async () => new Map(),
      watch: async () => missing(),
    },
    settings: { current: missing, problems: () => [], edit: missing },
    offered: { profileFor: () => 'read-only', of: () => [], definitions: () => [] },
    describeApi: () => ({ openapi: '3.1.1' }),
    toToolEvent: () => undefined,
    callTool: async () => missing(),
    counters: () => ({ calls: {}, pendingApprovals: 0 }),
  }
}

const emptyProfile: ProfileDescription = {
  id: '',
  label: '',
  enabled: true,
  isActive: true,
  origin: 'stock',
  level: 'read_only',
  paths: 'workspace',
  spelling: 'grouped',
  confirms: 'person',
  onAsk: 'wait',
  elicitation: false,
  onDisconnect: 'stop',
  autoApprove: false,
  operations: 0,
  tokens: 0,
  categories: [],
  unavailable: [],
}
