import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { NewId } from '../base/ids.ts'
import type { Limits } from '../base/limits.ts'
import type { Level } from '../contract/levels.ts'
import { type Caller, principalOf } from '../contract/run.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'

/** What a transport knows of its client. Nothing here is a right: the working directory is judged, the rest only names. */
export interface Identity {
  /** `stdio` and `session` live as long as their connection; `stateless` ones are recognised again until idle. */
  readonly kind: 'stdio' | 'session' | 'stateless' | 'person'
  readonly credential: string
  readonly profile: string
  readonly client: string
  readonly clientVersion?: string | undefined
  readonly workdir?: string | undefined
  readonly conversation?: string | undefined
}

export interface RunView {
  readonly id: string
  readonly kind: string
  readonly credential: string
  readonly client: string
  readonly clientVersion: string
  readonly profile: string
  readonly workdir: string
  readonly createdAt: number
  readonly seenAt: number
  readonly endedAt: number | null
}

/** What a credential is bound to, null for nothing. Throws for one that has ended. */
export type RightsOf = (credential: string) => { readonly profile: string | null; readonly level: Level | null }

/** Turns what a client asked for into a directory it may work in, or throws. */
export type WorkdirFor = (identity: Identity) => string

export interface Runs {
  readonly open: (identity: Identity) => Caller
  readonly touch: (runId: string) => void
  readonly end: (runId: string) => void
  /** Ends every run that was opened with it. */
  readonly endCredential: (credential: string) => void
  readonly list: (limit: number) => RunView[]
  /** How many are alive. */
  readonly count: () => number
  readonly isLive: (runId: string) => boolean
  /** Runs of one credential: what an agent may hear events of. */
  readonly credentialOf: (runId: string) => string | undefined
  readonly clientOf: (runId: string) => string | undefined
  readonly conversationOf: (runId: string) => string | undefined
  /** Who opened it; undefined when it is forgotten. */
  readonly callerOf: (runId: string) => Caller | undefined
  /** Whose run it is or was: what stays the same when a client connects again. */
  readonly principalOf: (runId: string) => { readonly principal: string; readonly isLive: boolean } | undefined
  /** Forgets runs that ended before `before`. */
  readonly prune: (before: number) => void
  readonly close: () => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly newId: NewId
  readonly limits: Limits
  readonly workdirFor: WorkdirFor
  readonly rightsOf?: RightsOf
  readonly onEnd: (runId: string) => void
}

interface Live {
  readonly caller: Caller
  readonly key: string | undefined
  seenAt: number
}

const SWEEP_MS = 60_000

const FREE: RightsOf = () => ({ profile: null, level: null })

export function createRuns(parts: Parts): Runs {
  const { database, events, clock, newId, limits, workdirFor, rightsOf = FREE, onEnd } = parts
  const insert = database.prepare(
    `insert into run (id, kind, client, client_version, credential, profile, workdir, conversation, created_at, seen_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const markEnded = database.prepare('update run set ended_at = ?, seen_at = ? where id = ? and ended_at is null')
  const endAll = database.prepare('update run set ended_at = seen_at where ended_at is null')
  const newest = database.prepare('select * from run order by created_at desc limit ?')
  const forget = database.prepare('delete from run where ended_at < ?')
  const byId = database.prepare('select * from run where id = ?')
  const live = new Map<string, Live>()
  const byKey = new Map<string, string>()
  database.transaction(() => endAll.run())

  const end = (runId: string): void => {
    const run = live.get(runId)
    if (run === undefined) return
    live.delete(runId)
    if (run.key !== undefined) byKey.delete(run.key)
    events.note({ type: 'run.ended', runId, body: { client: run.caller.client } }, () =>
      markEnded.run(clock.now(), run.seenAt, runId),
    )
    onEnd(runId)
  }

  const rowOf = (runId: string): RunRow | undefined => byId.get(runId) as RunRow | undefined

  const start = (identity: Identity, level: Level | null, key: string | undefined): Caller => {
    const workdir = workdirFor(identity)
    const id = newId('run')
    const caller: Caller = {
      runId: id,
      conversationId: identity.conversation ?? id,
      credential: identity.credential,
      client: identity.client,
      clientVersion: identity.clientVersion ?? '',
      profile: identity.profile,
      workdir,
      isPerson: identity.kind === 'person',
      ...(level === null ? {} : { level }),
    }
    const now = clock.now()
    database.transaction(() => {
      insert.run(
        id,
        identity.kind,
        caller.client,
        caller.clientVersion,
        caller.credential,
        caller.profile,
        workdir,
        caller.conversationId,
        now,
        now,
      )
      events.append({
        type: 'run.opened',
        runId: id,
        body: { client: caller.client, profile: caller.profile, workdir },
      })
    })
    live.set(id, { caller, key, seenAt: now })
    if (key !== undefined) byKey.set(key, id)
    return caller
  }

  const sweep = setInterval(() => {
    for (const [id, run] of live) if (run.key !== undefined && clock.now() - run.seenAt > limits.runIdleMs) end(id)
  }, SWEEP_MS)
  sweep.unref()

  return {
    open: (identity) => {
      const { profile, level } = rightsOf(identity.credential)
      if (profile !== null && profile !== identity.profile) throw otherProfile(profile)
      const key = identity.kind === 'stateless' || identity.kind === 'person' ? keyOf(identity) : undefined
      const known = key === undefined ? undefined : live.get(byKey.get(key) ?? '')
      if (known === undefined) return start(identity, level, key)
      if (clock.now() - known.seenAt > limits.runIdleMs) {
        end(known.caller.runId)
        return start(identity, level, key)
      }
      known.seenAt = clock.now()
      return known.caller
    },
    touch: (runId) => {
      const run = live.get(runId)
      if (run !== undefined) run.seenAt = clock.now()
    },
    end,
    endCredential: (credential) => {
      for (const [id, { caller }] of [...live]) if (caller.credential === credential) end(id)
    },
    count: () => live.size,
    list: (limit) => (newest.all(limit) as unknown as RunRow[]).map(toView),
    isLive: (runId) => live.has(runId),
    credentialOf: (runId) => live.get(runId)?.caller.credential ?? rowOf(runId)?.credential,
    clientOf: (runId) => live.get(runId)?.caller.client ?? rowOf(runId)?.client,
    callerOf: (runId) => live.get(runId)?.caller ?? callerIn(rowOf(runId)),
    conversationOf: (runId) => live.get(runId)?.caller.conversationId ?? rowOf(runId)?.conversation,
    principalOf: (runId) => {
      const run = live.get(runId)
      if (run !== undefined) return { principal: principalOf(run.caller), isLive: true }
      const row = rowOf(runId)
      if (row === undefined) return undefined
      return { principal: principalOf({ ...row, isPerson: row.kind === 'person' }), isLive: false }
    },
    prune: (before) => {
      forget.run(before)
    },
    close: () => {
      clearInterval(sweep)
      for (const id of [...live.keys()]) end(id)
    },
  }
}

function otherProfile(profile: string): HostError {
  return new HostError('PERMISSION_DENIED', `This token is for the profile ${profile} only.`, {
    hint: 'Use the address without a profile, or another token.',
  })
}

function keyOf({ kind, credential, profile, client, workdir, conversation }: Identity): string {
  return JSON.stringify([kind, credential, profile, client, workdir ?? '', conversation ?? ''])
}

interface RunRow {
  readonly id: string
  readonly kind: string
  readonly client: string
  readonly client_version: string
  readonly credential: string
  readonly profile: string
  readonly workdir: string
  readonly conversation: string
  readonly created_at: number
  readonly seen_at: number
  readonly ended_at: number | null
}

function callerIn(row: RunRow | undefined): Caller | undefined {
  if (row === undefined) return undefined
  const { id, kind, client, client_version, credential, profile, workdir, conversation } = row
  return {
    runId: id,
    conversationId: conversation,
    credential,
    client,
    clientVersion: client_version,
    profile,
    workdir,
    isPerson: kind === 'person',
  }
}

function toView(row: RunRow): RunView {
  return {
    id: row.id,
    kind: row.kind,
    credential: row.credential,
    client: row.client,
    clientVersion: row.client_version,
    profile: row.profile,
    workdir: row.workdir,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    endedAt: row.ended_at,
  }
}
