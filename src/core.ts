import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { createPersonSessions, type PersonSessions } from './access/person-sessions.ts'
import { createTokens, type Tokens } from './access/tokens.ts'
import type { Clock } from './base/clock.ts'
import type { NewId } from './base/ids.ts'
import type { Limits } from './base/limits.ts'
import type { Logger } from './base/logger.ts'
import type { Redact } from './base/redact.ts'
import { createGate, type Gate } from './calls/gate.ts'
import { createCommands } from './commands/commands.ts'
import type { DataDirectory, Environment } from './config/data-directory.ts'
import { liveLimits } from './config/live-limits.ts'
import type { LiveSettings } from './config/settings.ts'
import { createWorkdirs } from './config/workdirs.ts'
import { createEvents, type Events } from './events/events.ts'
import { openHeadFile } from './events/head-file.ts'
import type { Files } from './files/files.ts'
import { createInspection } from './inspection.ts'
import { createKnowledge, type Knowledge } from './knowledge.ts'
import { createMachine, type Machine } from './machine/machine.ts'
import { parseArguments } from './profiles/arguments.ts'
import { disabledError } from './profiles/disabled-error.ts'
import { createNames, type Names } from './profiles/names.ts'
import { createProfiles, type Profiles } from './profiles/profiles.ts'
import { createResults, type Results } from './results/results.ts'
import { createRetrieval, type Retrieval } from './retrieval.ts'
import { createRuns, type Runs } from './runs/runs.ts'
import { openStore } from './storage/open-store.ts'
import { openTerminals } from './terminal-host.ts'
import { createTerminalSessions } from './terminal-sessions.ts'
import type { Terminals } from './terminals/terminals.ts'
import { type Catalog, createCatalog } from './tools/catalog.ts'
import { createCommandReader } from './tools/command-reader.ts'
import { createTouchCommand } from './tools/command-touches.ts'
import type { Sessions } from './tools/sessions/sessions.ts'
import { createThoughtStreaks } from './tools/think/thought-streaks.ts'
import { createToolsets } from './tools/toolsets.ts'
import type { Undo } from './undo/undo.ts'
import { createUndoableFiles } from './undoable-files.ts'
import { createWeb } from './web/web.ts'

export interface CoreParts {
  readonly directory: DataDirectory
  readonly settings: LiveSettings
  readonly home: string
  readonly env: Environment
  readonly clock: Clock
  readonly newId: NewId
  readonly log: Logger
  readonly redact: Redact
  /** The console's address; empty while nothing listens. */
  readonly url: () => string
  /** A token was revoked, replaced or ran out: whatever was opened with it ends. */
  readonly onCredentialEnd?: (credential: string) => void
}

export interface Core {
  readonly limits: Limits
  readonly events: Events
  readonly machine: Machine
  readonly files: Files
  readonly undo: Undo
  readonly results: Results
  readonly runs: Runs
  readonly tokens: Tokens
  readonly personSessions: PersonSessions
  /** Ends what was opened with a credential: connections, waiting approvals, runs and their grants. */
  readonly endCredential: (credential: string) => void
  readonly gate: Gate
  readonly terminals: Terminals
  readonly sessions: Sessions
  readonly knowledge: Knowledge
  readonly retrieval: Retrieval
  readonly catalog: Catalog
  readonly names: Names
  readonly profiles: Profiles
  readonly close: () => void
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Everything but the servers, in order. What is made last is closed first. */
export function createCore(parts: CoreParts): Core {
  const { directory, settings, home, env, clock, newId, log, redact, url } = parts
  const limits = liveLimits(() => settings.current().limits)
  const { database, problem } = openStore(directory.path('upperhand.db'), settings.current().durability)
  const headFile = openHeadFile(directory.path('ledger.head'))
  const events = createEvents({ database, headFile, clock, log })
  const machine = createMachine({ database, events, clock, level: () => settings.current().level })
  if (problem !== null) log.error('the database is not in force', { problem })
  machine.setProblem('database', problem)

  const floor = [directory.root, dirname(directory.sockets.api)]
  const { files, undo, pruneKept, recover } = createUndoableFiles({ ...parts, database, limits, floor: () => floor })
  const commands = createCommands({ protectionOf: files.protectionOf, ownPaths: () => floor })
  const inspection = createInspection({ limits, clock, env, events, settings: settings.current })
  const terminals = openTerminals({ ...parts, limits })
  const results = createResults({ directory: directory.path('results'), database, clock, limits })

  let permissionsSince = clock.now()
  const gate = createGate({
    database,
    events,
    clock,
    newId,
    limits,
    limitsFor: (profile) => overridden(limits, profiles.limits(profile)),
    redact,
    log,
    results,
    machine: machine.state,
    preparation: {
      resolve: (name, args) => names.resolve(name, args),
      parse: parseArguments,
      profileOf: (id) => profiles.lookup(id),
      disabledError: (entry, profile) => disabledError(entry, profile, profiles.problems()),
      placeOf: (caller, profile) => ({
        workdir: caller.workdir,
        policy: profile.paths,
        roots: profile.paths === 'projects' ? settings.current().projects : [caller.workdir],
      }),
    },
    catalog: () => catalog,
    identityOf,
    permissionsSince: () => permissionsSince,
    consoleUrl: url,
    ...createCommandReader(commands, home),
  })

  const runs = createRuns({
    database,
    events,
    clock,
    newId,
    limits,
    workdirFor: createWorkdirs({ home, dataDirectory: directory.root, settings: settings.current }),
    rightsOf: (credential) => tokens.rightsOf(credential),
    onEnd: (runId) => endRun(runId, [gate.grants, terminals]),
  })
  const endCredential = (credential: string): void => {
    parts.onCredentialEnd?.(credential)
    try {
      for (const { id, runId } of gate.approvals.list('pending')) {
        if (runs.credentialOf(runId) === credential) gate.approvals.withdraw(id, 'The token was taken back.')
      }
    } catch (cause) {
      log.error('what a token had asked for could not be withdrawn', { credential, cause })
    }
    runs.endCredential(credential)
  }
  const tokens = createTokens({ database, events, clock, newId, redact, log, onEnd: endCredential })

  const retrieval = createRetrieval({ ...parts, database, events, runs, limits, protectionOf: files.protectionOf })
  const knowledge = createKnowledge({ ...parts, ...retrieval, ...gate, database, events, limits, runs })
  const touchCommand = createTouchCommand({ files, commands, home })
  const agents = { runs, profiles: () => profiles, shell: () => settings.current().shell }
  const sessions = createTerminalSessions({ terminals, limits, events, touchCommand, ...agents })
  const { toolsets, unavailable } = createToolsets({
    ...gate,
    ...knowledge,
    ...retrieval,
    ...inspection,
    results,
    files,
    web: createWeb({ limits, privateHosts: () => settings.current().privateHosts }),
    touchCommand,
    sessions,
    countThoughts: createThoughtStreaks(events),
    describeTools: (wanted, profile) => describeTools(profiles, wanted, profile),
  })
  const catalog = createCatalog(toolsets, unavailable)
  const names = createNames(catalog)
  const profiles = createProfiles({
    path: directory.path('tools.json'),
    catalog,
    clock,
    log,
    iconUrl: (name) => (url() === '' ? undefined : `${url()}/icons/${name}.svg`),
  })
  machine.setProblem('tools.json', profiles.safeMode())
  profiles.onChange(() => {
    permissionsSince = clock.now()
    machine.setProblem('tools.json', profiles.safeMode())
    events.note({ type: 'tools.changed', body: { activeProfile: profiles.activeId() } })
  })

  const followSettings = () => {
    machine.setProblem('settings.json', settings.isSafeMode() ? settings.problems().join(' ') : null)
  }
  followSettings()
  const unfollow = settings.onChange(() => {
    followSettings()
    events.note({ type: 'settings.changed', body: { problems: settings.problems() } })
  })

  void recover(closeInterrupted(gate, files, log))
  const tidy = () => tidyUp({ results, runs, knowledge, events, gate, limits, clock, log, pruneKept })
  tidy()
  const tidying = setInterval(tidy, DAY_MS)
  tidying.unref()

  return {
    limits,
    events,
    machine,
    files,
    undo,
    results,
    runs,
    tokens,
    personSessions: createPersonSessions({ clock, database }),
    endCredential,
    gate,
    terminals,
    sessions,
    knowledge,
    retrieval,
    catalog,
    names,
    profiles,
    close: () => {
      clearInterval(tidying)
      unfollow()
      profiles.close()
      sessions.close()
      tokens.close()
      runs.close()
      gate.close()
      knowledge.close()
      machine.close()
      events.close()
      database.close()
    },
  }
}

interface Tidied extends Pick<Core, 'results' | 'runs' | 'knowledge' | 'events' | 'gate' | 'limits'> {
  readonly clock: Clock
  readonly log: Logger
  readonly pruneKept: () => void
}

function tidyUp({ results, runs, knowledge, events, gate, limits, clock, log, pruneKept }: Tidied): void {
  try {
    results.sweep()
    pruneKept()
    const oldest = clock.now() - limits.historyDays * DAY_MS
    gate.approvals.prune(oldest)
    runs.prune(oldest)
    knowledge.prune(oldest)
    const pruned = events.prune(oldest)
    if (pruned > 0) events.append({ type: 'ledger.pruned', body: { entries: pruned } })
  } catch (cause) {
    log.warn('what is old could not be removed', { cause })
  }
}

/** Calls that a crash cut off: what they left half written is removed. Answers their ids. */
function closeInterrupted(gate: Gate, files: Files, log: Logger): string[] {
  const interrupted = gate.ledger.closeInterrupted(({ id, paths }) => {
    for (const path of paths) {
      try {
        files.sweepTemporaries(path, id)
      } catch (cause) {
        log.warn('what an interrupted call left could not be removed', { callId: id, path, cause })
      }
    }
  })
  return interrupted.map(({ id }) => id)
}

function endRun(runId: string, services: readonly { readonly endRun: (runId: string) => void }[]): void {
  for (const service of services) service.endRun(runId)
}

function overridden(limits: Limits, changes: Partial<Limits>): Limits {
  return Object.keys(changes).length === 0 ? limits : { ...limits, ...changes }
}

function identityOf(directory: string): string {
  const { dev, ino } = statSync(directory, { bigint: true })
  return `${dev}:${ino}`
}

/** Only what the profile publishes: asking for a schema is no way around a switched-off tool. */
function describeTools(
  profiles: Profiles,
  wanted: readonly string[],
  profile: string,
): readonly Readonly<Record<string, unknown>>[] {
  return profiles
    .published(profile)
    .tools.filter(({ name }) => wanted.includes(name))
    .map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
}
