import { hash, randomBytes } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { NewId } from '../base/ids.ts'
import type { Logger } from '../base/logger.ts'
import type { Redact } from '../base/redact.ts'
import type { Level } from '../contract/levels.ts'
import type { IssuedToken, NewToken, TokenView } from '../contract/tokens.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'
import type { Principal } from './principal.ts'
import { createTokenStore, type TokenRow, toView } from './token-store.ts'

/** What a credential is bound to; null binds nothing. */
export interface Rights {
  readonly profile: string | null
  readonly level: Level | null
}

/** Named credentials for agents. Only hashes are kept. */
export interface Tokens {
  readonly verify: (bearer: string | undefined) => Principal | undefined
  /** Whether a text has the shape of a token, revoked ones included: none belongs in an address. */
  readonly isSecret: (text: string) => boolean
  /** Throws PERMISSION_DENIED for a token that has ended. Credentials of other kinds are bound to nothing. */
  readonly rightsOf: (credential: string) => Rights
  readonly list: () => TokenView[]
  readonly add: (token: NewToken, by: string) => IssuedToken
  /** A new secret for the same credential; the old one, and what was opened with it, ends at once. */
  readonly rotate: (id: string, by: string) => IssuedToken
  readonly revoke: (id: string, by: string) => void
  readonly close: () => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly newId: NewId
  readonly redact: Redact
  readonly log: Logger
  /** Whatever was opened with this credential has to end now. Must not throw. */
  readonly onEnd: (credential: string) => void
}

interface Live {
  row: TokenRow
  /** By the steady clock, so that moving the wall clock back never extends a token. */
  readonly steadyUntil: number
  /** Its secret was presented since the start, so results are searched for it. */
  isMasked: boolean
}

const SHAPE = /^uht_[A-Za-z0-9_-]{43}$/
const SECRET_BYTES = 32
const LIVE_MAX = 100
const USED_EVERY_MS = 60_000
const TIMER_MAX_MS = 2 ** 31 - 1
const FREE: Rights = { profile: null, level: null }

export function createTokens({ database, events, clock, newId, redact, log, onEnd }: Parts): Tokens {
  const store = createTokenStore(database)
  const live = new Map<string, Live>()
  const byHash = new Map<string, Live>()
  let timer: NodeJS.Timeout | undefined

  const keep = (token: Live): void => {
    live.set(token.row.id, token)
    byHash.set(token.row.hash, token)
  }

  const fresh = (row: TokenRow): Live => {
    const left = row.expires_at === null ? Number.POSITIVE_INFINITY : row.expires_at - clock.now()
    return { row, steadyUntil: clock.monotonic() + left, isMasked: false }
  }

  const forget = ({ row }: Live): void => {
    live.delete(row.id)
    byHash.delete(row.hash)
  }

  /** A wall clock from before the token was made cannot tell whether its time is over, so it is. */
  const isOver = ({ row, steadyUntil }: Live): boolean => {
    if (row.expires_at === null) return false
    const now = clock.now()
    return now >= row.expires_at || now < row.created_at || clock.monotonic() >= steadyUntil
  }

  const expire = ({ row }: Live): void =>
    events.note({ type: 'token.ended', subject: row.id, body: toldOf(row, 'clock') }, () =>
      store.setRevoked(row.id, row.expires_at ?? clock.now()),
    )

  const endExpired = (): void => {
    for (const token of [...live.values()].filter(isOver)) {
      forget(token)
      expire(token)
      onEnd(token.row.id)
    }
    arm()
  }

  const arm = (): void => {
    clearTimeout(timer)
    const next = Math.min(...[...live.values()].map(({ steadyUntil }) => steadyUntil))
    if (next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(endExpired, Math.min(Math.max(next - clock.monotonic(), 1), TIMER_MAX_MS)).unref()
  }

  const find = (id: string): Live => {
    const token = live.get(id)
    if (token !== undefined && !isOver(token)) return token
    throw new HostError('NOT_FOUND', `There is no token ${id} that still counts.`, {
      hint: 'List them: upperhand tokens ls',
    })
  }

  const used = (token: Live): void => {
    const now = clock.now()
    if (Math.abs(now - (token.row.last_used_at ?? 0)) < USED_EVERY_MS) return
    token.row = { ...token.row, last_used_at: now }
    try {
      store.setUsed(token.row.id, now)
    } catch (cause) {
      log.warn('the use of a token could not be noted', { cause })
    }
  }

  const mask = (token: Live, secret: string): void => {
    if (token.isMasked) return
    token.isMasked = true
    redact.know(secret)
  }

  const assertRoom = ({ label }: NewToken): void => {
    const tokens = [...live.values()].filter((token) => !isOver(token))
    if (tokens.some(({ row }) => row.label === label)) {
      throw new HostError('CONFLICT', `There is a token "${label}" already.`, {
        hint: `Give it another label, or a new secret: upperhand tokens rotate "${label}"`,
      })
    }
    if (tokens.length >= LIVE_MAX) {
      throw new HostError('LIMIT_REACHED', `There are ${LIVE_MAX} tokens already.`, { hint: 'Revoke one first.' })
    }
  }

  for (const token of store.live().map(fresh)) {
    if (isOver(token)) expire(token)
    else keep(token)
  }
  arm()

  return {
    verify: (bearer) => {
      if (bearer === undefined || !SHAPE.test(bearer)) return undefined
      const token = byHash.get(hash('sha256', bearer))
      if (token === undefined || isOver(token)) return undefined
      mask(token, bearer)
      used(token)
      const { id, label, profile } = token.row
      return { kind: 'agent', credential: id, profile, label }
    },
    isSecret: (text) => SHAPE.test(text),
    rightsOf: (credential) => {
      if (!credential.startsWith('cred_')) return FREE
      const token = live.get(credential)
      if (token !== undefined && !isOver(token)) return { profile: token.row.profile, level: token.row.level }
      throw new HostError('PERMISSION_DENIED', 'The token was revoked, or has expired.', {
        hint: 'A person makes a new one: upperhand tokens add',
      })
    },
    list: () => store.newest().map(toView),
    add: (token, by) => {
      assertRoom(token)
      const secret = newSecret()
      const { label, profile, level, forMs } = token
      const now = clock.now()
      const row: TokenRow = {
        id: newId('cred'),
        hash: hash('sha256', secret),
        label,
        profile,
        level,
        created_at: now,
        last_used_at: null,
        expires_at: forMs === undefined ? null : now + forMs,
        revoked_at: null,
      }
      database.transaction(() => {
        store.insert(row)
        events.append({ type: 'token.made', subject: row.id, body: toldOf(row, by) })
      })
      keep(fresh(row))
      arm()
      return { token: toView(row), secret }
    },
    rotate: (id, by) => {
      const token = find(id)
      const secret = newSecret()
      const row = { ...token.row, hash: hash('sha256', secret) }
      database.transaction(() => {
        store.setHash(id, row.hash)
        events.append({ type: 'token.rotated', subject: id, body: toldOf(row, by) })
      })
      forget(token)
      keep({ ...token, row, isMasked: false })
      onEnd(id)
      return { token: toView(row), secret }
    },
    revoke: (id, by) => {
      const token = find(id)
      database.transaction(() => {
        store.setRevoked(id, clock.now())
        events.append({ type: 'token.ended', subject: id, body: toldOf(token.row, by) })
      })
      forget(token)
      onEnd(id)
    },
    close: () => clearTimeout(timer),
  }
}

function newSecret(): string {
  return `uht_${randomBytes(SECRET_BYTES).toString('base64url')}`
}

function toldOf({ label, profile, level, expires_at }: TokenRow, by: string) {
  return { by, label, profile, level, expiresAt: expires_at }
}
