import { homedir } from 'node:os'
import { createCredentials, joinCredentials, SHARED_CREDENTIAL, type Verify } from './access/credentials.ts'
import { systemClock } from './base/clock.ts'
import { HostError } from './base/host-error.ts'
import { newId } from './base/ids.ts'
import { createLogger, type Logger } from './base/logger.ts'
import { createRedact } from './base/redact.ts'
import { removeDaemonFile, writeDaemonFile } from './config/daemon-file.ts'
import { type DataDirectory, type Environment, openDataDirectory } from './config/data-directory.ts'
import { type Lock, takeLock } from './config/lock.ts'
import type { Flags } from './config/resolve-settings.ts'
import { createSettings } from './config/settings.ts'
import { createCore } from './core.ts'
import { clientsLoader } from './host-clients.ts'
import { createDoctor } from './host-doctor.ts'
import { createHostMcp } from './host-mcp.ts'
import { createHttpServices, PLAIN_HTTP } from './servers/http/host-services.ts'
import { createHttpServer, type HttpServer, type HttpServerParts } from './servers/http/server.ts'
import type { Connection, StreamPair } from './servers/mcp/connect-stream.ts'
import type { Extras } from './servers/mcp/parts.ts'
import { createShimSocket } from './servers/shim/socket.ts'
import { createRecordings } from './terminals/recordings.ts'
import { VERSION } from './version.ts'

export interface HostOptions {
  readonly env: Environment
  readonly flags?: Flags
  /** Serves callers that name no profile, instead of the active one. */
  readonly profile?: string | undefined
  readonly writeLog: (line: string) => void
  /** How long to wait for a predecessor that is still closing. */
  readonly lockPatienceMs?: number
  /** Called when a person asks the host to stop. */
  readonly onShutdown?: (by: string) => void
  /** Test support composes fixtures here; nothing in the product does. */
  readonly extras?: Extras | undefined
  /** Test support puts its own judgement around ours here; nothing in the product does. */
  readonly authenticator?: ((own: Verify) => Verify) | undefined
}

export interface Ready {
  readonly url: string
  /** One-time link for a person. */
  readonly login: string
  readonly mcp: string
  readonly token: string
  readonly pid: number
  readonly port: number
  readonly dataDir: string
  /** What a person should know about this start. */
  readonly notes: readonly string[]
}

export interface Host {
  readonly start: () => Promise<Ready>
  /** A private MCP connection over two streams, for a client that brings its own. */
  readonly connect: (
    streams: StreamPair,
    identity: { readonly profile: string | null; readonly workdir: string },
  ) => Connection
  readonly log: Logger
  readonly close: () => Promise<void>
}

/** The composition root: builds every service in order and closes them in reverse. */
export async function createHost(options: HostOptions): Promise<Host> {
  const directory = openDataDirectory(options.env)
  const lock = await takeLock(directory, { patienceMs: options.lockPatienceMs ?? 0 })
  try {
    return compose(options, directory, lock)
  } catch (cause) {
    lock.release()
    throw cause
  }
}

const LOOK_EVERY_MS = 1_000

function compose(options: HostOptions, directory: DataDirectory, lock: Lock): Host {
  const { env, flags = {}, writeLog } = options
  const home = env['HOME'] || homedir()
  const redact = createRedact()
  const settings = createSettings({ directory, flags, home, log: createLogger(writeLog, redact) })
  const log = createLogger(writeLog, redact, settings.current().logLevel)
  const credentials = createCredentials({ directory: directory.root, redact })
  const startedAt = systemClock.now()
  let http: HttpServer | undefined
  const url = () => http?.url() ?? ''
  const notes: string[] = []

  const core = createCore({
    directory,
    settings,
    home,
    env,
    clock: systemClock,
    newId,
    log,
    redact,
    url,
    onCredentialEnd: (credential) => {
      mcp.endCredential(credential)
      http?.endCredential(credential)
    },
  })
  const { profiles, runs, events, limits } = core
  const known = joinCredentials(credentials, core.tokens)
  const verify = options.authenticator?.(known.verify) ?? known.verify
  const activeProfile = () => options.profile ?? profiles.activeId()

  const mcp = createHostMcp({ core, settings, activeProfile, log, extras: options.extras })

  const httpParts: HttpServerParts = {
    settings: settings.current(),
    socketPath: directory.sockets.api,
    credentials: { ...known, verify },
    mcp,
    services: createHttpServices({
      ...core,
      credentials,
      loadClients: clientsLoader({ env, home, backups: directory.path('backups') }),
      recordings: createRecordings(directory.path('recordings')),
      doctor: createDoctor({ env, home, projects: () => settings.current().projects }),
      settings,
      activeProfile,
      facts: () => ({ version: VERSION, startedAt, url: url(), mcpUrl: `${url()}/mcp`, dataDirectory: directory.root }),
      warnings: () => [
        ...notes,
        ...settings.problems(),
        ...profiles.problems().map(({ message, hint }) => `${message} ${hint}`.trim()),
      ],
      shutdown: (by) => options.onShutdown?.(by),
    }),
    sessions: core.personSessions,
    events,
    // Every local client has the token of the file: of runs that are not named it hears those of plain HTTP only.
    ownsRun: (credential, runId, isNamed) =>
      runs.credentialOf(runId) === credential &&
      (isNamed || credential !== SHARED_CREDENTIAL || runs.clientOf(runId) === PLAIN_HTTP),
    limits,
    clock: systemClock,
    log,
  }
  const shims = createShimSocket({
    path: directory.sockets.mcp,
    verify: known.verify,
    connect: mcp.connectStream,
    log,
  })

  const watching = setInterval(() => {
    if (lock.isHeld()) return
    clearInterval(watching)
    // The history goes to a file that nobody can find any more: nothing may be done that it should tell of.
    core.machine.setProblem('directory', 'The data directory was removed or replaced. Start upperhand again.')
    log.error('the data directory was removed or replaced', { directory: directory.root })
    options.onShutdown?.('upperhand')
  }, LOOK_EVERY_MS)
  watching.unref()

  const close = async (): Promise<void> => {
    clearInterval(watching)
    if (http !== undefined && lock.isHeld()) removeDaemonFile(directory)
    await Promise.all([mcp.close(), shims.close(), http?.close(), core.retrieval.close(), core.terminals.close()])
    events.note({ type: 'host.stopped', body: { pid: process.pid } })
    core.close()
    settings.close()
    lock.release()
  }
  let closing: Promise<void> | undefined

  return {
    log,
    connect: (streams, { profile, workdir }) => mcp.connectStream(streams, { credential: 'agent', profile, workdir }),
    start: async () => {
      // Sessions of an earlier daemon are known before anyone can ask for them.
      await core.terminals.ready()
      http = await listening(httpParts, settings.current().isPortFixed, (note) => notes.push(note))
      await shims.listen()
      writeDaemonFile(directory, {
        pid: process.pid,
        port: http.port(),
        url: url(),
        socket: directory.sockets.api,
        mcpSocket: directory.sockets.mcp,
        version: VERSION,
        startedAt,
      })
      events.note({ type: 'host.started', body: { version: VERSION, pid: process.pid } })
      return {
        url: url(),
        login: http.loginLink(),
        mcp: `${url()}/mcp`,
        token: credentials.agentToken,
        pid: process.pid,
        port: http.port(),
        dataDir: directory.root,
        notes,
      }
    },
    close: () => {
      closing ??= close()
      return closing
    },
  }
}

/** A port that a person chose must be free; our own default gives way to any free one. */
async function listening(
  parts: HttpServerParts,
  isPortFixed: boolean,
  tell: (note: string) => void,
): Promise<HttpServer> {
  const server = createHttpServer(parts)
  try {
    await server.listen()
    return server
  } catch (cause) {
    if (isPortFixed || !(cause instanceof HostError) || cause.code !== 'CONFLICT') throw cause
    const other = createHttpServer({ ...parts, settings: { ...parts.settings, port: 0 } })
    await other.listen()
    tell(`Port ${parts.settings.port} is in use, so upperhand chose ${other.port()}.`)
    return other
  }
}
