import { HostError } from '../base/host-error.ts'
import { createRedact } from '../base/redact.ts'
import type { ClientView } from '../contract/clients.ts'
import { applyCommand } from './apply-command.ts'
import { applyEdit } from './apply-edit.ts'
import { asCommand } from './as-command.ts'
import type { Client, Endpoint, Launch } from './client.ts'
import { describeClient } from './describe-client.ts'
import { entryFor, ownKeysOf, type Wanted } from './entries.ts'
import { KNOWN_CLIENTS } from './known-clients.ts'
import { OPEN_WEBUI, planOpenWebUi } from './open-webui.ts'
import { type Machine, placesOf } from './places.ts'
import type { Action, Applied, CommandPlan, EditPlan, Plan } from './plan.ts'
import { planConnect } from './plan-connect.ts'
import { planDisconnect } from './plan-disconnect.ts'
import { createRecords } from './records.ts'
import { type Ran, type Run, runProgram } from './run-program.ts'
import { personFile, projectFile, type Target, targetOf } from './target.ts'

/** Registers upperhand with the AI clients of this machine. For people only: no tool leads here. */
export interface Clients {
  readonly list: () => readonly ClientView[]
  /** How any client starts it, for those that are not known here. */
  readonly launch: () => Launch
  /** Every file that holds an entry of ours, those of projects included; the last one written comes first. */
  readonly connected: () => readonly { readonly client: string; readonly file: string }[]
  /** What connecting would do. Reads only, and does not throw for anything that is wrong with a file. */
  readonly plan: (id: string, options?: ConnectOptions) => Plan
  /** What disconnecting would do. */
  readonly planUndo: (id: string, options?: DisconnectOptions) => Plan
  /** Does it, unless the file has changed since it was planned. */
  readonly apply: (plan: EditPlan | CommandPlan) => Promise<Applied>
}

export interface DisconnectOptions {
  /** The file of the project in this directory instead of the person's own. */
  readonly project?: string | undefined
  /** This very file, one of `connected`. */
  readonly file?: string | undefined
  /** Also a foreign entry under our name. */
  readonly isForced?: boolean | undefined
  /** By the client's own program. */
  readonly byCommand?: boolean | undefined
}

export interface ConnectOptions extends DisconnectOptions {
  readonly profile?: string | undefined
  /** By address instead of by command. */
  readonly endpoint?: Endpoint | undefined
}

interface Parts extends Machine {
  /** Absolute paths: a client started from a desktop has another PATH. */
  readonly runtime: string
  readonly bin: string
  readonly backups: string
  readonly run?: (run: Run) => Promise<Ran>
  readonly commandTimeoutMs?: number
  readonly now?: () => number
}

const COMMAND_TIMEOUT_MS = 20_000

export function createClients(parts: Parts): Clients {
  const { env, backups, run = runProgram, commandTimeoutMs = COMMAND_TIMEOUT_MS, now = Date.now } = parts
  const places = placesOf(parts)
  const records = createRecords(backups)

  const launchWith = (profile: string | null | undefined): Launch => ({
    command: parts.runtime,
    args: [parts.bin, 'stdio', ...(profile ? ['--profile', profile] : [])],
    env: env['UPPERHAND_HOME'] ? { UPPERHAND_HOME: env['UPPERHAND_HOME'] } : {},
  })

  const targetFor = (client: Client, project?: string | undefined): Target =>
    targetOf(client, project === undefined ? personFile(client, places, records) : projectFile(client, project, places))

  const plan: Clients['plan'] = (id, options = {}) => {
    if (id === OPEN_WEBUI.id) return planOpenWebUi('connect', options.endpoint)
    const client = clientOf(id)
    const launch = launchWith(options.profile)
    const mask = maskFor(options.endpoint)
    const known: Known = { client: id, action: 'connect', file: '', snippet: null }
    return orRefused(known, () => {
      const target = targetFor(client, options.project)
      known.file = target.file
      const entry = entryFor(client, { launch, endpoint: options.endpoint })
      const snippet = snippetOf(target, { launch, endpoint: options.endpoint })
      known.snippet = snippet
      const isForced = options.isForced === true
      const ownKeys = ownKeysOf(client)
      const planned = planConnect({ target, entry, ownKeys, records, isForced, mask, snippet, now: now() })
      if (options.byCommand !== true || planned.kind !== 'edit') return planned
      assertCommandFits(options)
      const rest = () => plan(id, { ...options, byCommand: false })
      return asCommand(planned, { client, launch, entry, places, rest })
    })
  }

  const planUndo: Clients['planUndo'] = (id, options = {}) => {
    if (id === OPEN_WEBUI.id) return planOpenWebUi('disconnect', undefined)
    const client = clientOf(id)
    const known: Known = { client: id, action: 'disconnect', file: '', snippet: null }
    return orRefused(known, () => {
      const target = options.file === undefined ? targetFor(client, options.project) : targetOf(client, options.file)
      known.file = target.file
      const isForced = options.isForced === true
      const planned = planDisconnect({ target, records, isForced, mask: maskFor(undefined) })
      if (options.byCommand !== true || planned.kind !== 'edit') return planned
      assertCommandFits(options)
      const launch = launchWith(null)
      const rest = () => planUndo(id, { ...options, byCommand: false })
      return asCommand(planned, { client, launch, entry: client.stdio(launch), places, rest })
    })
  }

  const describe = (client: Client, target = targetFor(client)) =>
    describeClient({ target, places, expected: (profile) => client.stdio(launchWith(profile)) })

  const isConnected = (client: Client, file: string) =>
    ['connected', 'outdated'].includes(describe(client, targetOf(client, file)).state)

  return {
    list: () => KNOWN_CLIENTS.map((client) => describe(client)),
    launch: () => launchWith(null),
    connected: () => {
      const recorded = KNOWN_CLIENTS.flatMap(({ id }) => records.of(id)).sort((one, other) => other.at - one.at)
      const own = KNOWN_CLIENTS.map((client) => ({ client: client.id, file: targetFor(client).file }))
      const files = new Map([...recorded, ...own].map(({ client, file }) => [`${client} ${file}`, { client, file }]))
      return [...files.values()].filter(({ client, file }) => isConnected(clientOf(client), file))
    },
    plan,
    planUndo,
    apply: async (planned) => {
      if (planned.kind === 'edit') return applyEdit(planned, records, now())
      const target = targetFor(clientOf(planned.client))
      return applyCommand(planned, {
        target,
        records,
        run,
        env,
        directory: parts.home,
        timeoutMs: commandTimeoutMs,
        now,
      })
    },
  }
}

export const CLIENT_IDS: readonly string[] = [...KNOWN_CLIENTS.map(({ id }) => id), OPEN_WEBUI.id]

function clientOf(id: string): Client {
  const client = KNOWN_CLIENTS.find((known) => known.id === id)
  if (client !== undefined) return client
  throw new HostError('NOT_FOUND', `"${id}" is not a client that upperhand knows.`, {
    hint: `These are: ${CLIENT_IDS.join(', ')}.`,
  })
}

/** What is known so far, for a refusal. */
interface Known {
  readonly client: string
  readonly action: Action
  file: string
  snippet: string | null
}

function orRefused(known: Known, make: () => Plan): Plan {
  try {
    return make()
  } catch (cause) {
    if (!(cause instanceof HostError)) throw cause
    return { ...known, kind: 'refused', code: cause.code, reason: cause.message, hint: cause.hint ?? null, diff: null }
  }
}

/** Without the token: people paste into chats, too. */
function snippetOf({ client, format, place }: Target, { launch, endpoint }: Wanted): string {
  const shown = endpoint === undefined ? undefined : { ...endpoint, token: '<token>' }
  return format.snippet(place, entryFor(client, { launch, endpoint: shown }))
}

/** The token would be visible to every program of this machine among the arguments. */
function assertCommandFits({ project, endpoint }: ConnectOptions): void {
  if (project === undefined && endpoint === undefined) return
  throw new HostError('INVALID_PARAMETERS', '--own-cli goes neither with --http nor with --project.')
}

/** Diffs show a few lines around the change, and those may hold the keys of other servers. */
function maskFor(endpoint: Endpoint | undefined): (text: string) => string {
  const redact = createRedact()
  if (endpoint !== undefined) redact.know(endpoint.token)
  return redact.text
}
