import { hash, randomBytes } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import type { Database } from '../storage/database.ts'
import type { Principal } from './principal.ts'
import { createSessionStore, type SessionRow } from './session-store.ts'

const LOGIN_CODE_MS = 10 * 60 * 1000
const LOGIN_CODES = 32
const SESSION_IDLE_MS = 12 * 60 * 60 * 1000
const SESSION_AGE_MS = 7 * 24 * 60 * 60 * 1000
const SESSIONS = 64
/** How exactly the database knows when a session was last used. */
const SEEN_EVERY_MS = 10 * 60 * 1000
/** Clocks are corrected by seconds; more is a jump, and no jump makes a session live longer. */
const CLOCK_SLACK_MS = 60 * 1000

/** The cookie's principal: a person in front of the console. */
export const CONSOLE_CREDENTIAL = 'console'
const PERSON: Principal = { kind: 'person', credential: CONSOLE_CREDENTIAL, profile: null }

export interface PersonSession {
  readonly principal: Principal
  /** SHA-256 of the second factor of every change: handed out at login only, and kept by the page, never in a cookie. */
  readonly headerHash: string
}

export interface NewSession {
  readonly cookie: string
  readonly headerToken: string
}

export interface PersonSessions {
  /** A code for one login, good for ten minutes and for this process only. */
  readonly newLoginCode: () => string
  /** Undefined when the code is wrong, used or too old. */
  readonly exchange: (code: string) => NewSession | undefined
  readonly find: (cookie: string) => PersonSession | undefined
  /** Ends all of them; says how many there were. */
  readonly endAll: () => number
}

interface Live extends SessionRow {
  seen_at: number
  storedSeenAt: number
  /** On the clock of this process, which no jump changes. */
  seenHere: number
  readonly loadedHere: number
}

/** Survives a restart. Secrets are kept only as hashes, so neither the database nor the time of a lookup tells them. */
export function createPersonSessions({
  clock,
  database,
}: {
  readonly clock: Clock
  readonly database: Database
}): PersonSessions {
  const store = createSessionStore(database)
  const codes = new Map<string, number>()
  const sessions = new Map<string, Live>()
  const add = (row: SessionRow): void => {
    const here = clock.monotonic()
    sessions.set(row.hash, { ...row, storedSeenAt: row.seen_at, seenHere: here, loadedHere: here })
  }
  for (const row of store.all()) add(row)

  const end = (key: string): void => {
    sessions.delete(key)
    store.drop(key)
  }

  const isOver = ({ created_at, seen_at, seenHere, loadedHere }: Live): boolean => {
    const now = clock.now()
    const here = clock.monotonic()
    if (now < seen_at - CLOCK_SLACK_MS) return true
    const idle = Math.max(now - seen_at, here - seenHere)
    return idle > SESSION_IDLE_MS || Math.max(now - created_at, here - loadedHere) > SESSION_AGE_MS
  }

  return {
    newLoginCode: () => {
      const code = randomBytes(16).toString('base64url')
      codes.set(digest(code), clock.monotonic())
      for (const key of [...codes.keys()].slice(0, -LOGIN_CODES)) codes.delete(key)
      return code
    },
    exchange: (code) => {
      const key = digest(code)
      const createdAt = codes.get(key)
      codes.delete(key)
      if (createdAt === undefined || clock.monotonic() - createdAt > LOGIN_CODE_MS) return undefined
      const cookie = randomBytes(32).toString('base64url')
      const headerToken = randomBytes(32).toString('base64url')
      const now = clock.now()
      const row = { hash: digest(cookie), header_hash: digest(headerToken), created_at: now, seen_at: now }
      store.insert(row)
      add(row)
      for (const oldest of [...sessions.keys()].slice(0, -SESSIONS)) end(oldest)
      return { cookie, headerToken }
    },
    find: (cookie) => {
      const key = digest(cookie)
      const session = sessions.get(key)
      if (session === undefined) return undefined
      if (isOver(session)) {
        end(key)
        return undefined
      }
      session.seen_at = clock.now()
      session.seenHere = clock.monotonic()
      if (session.seen_at - session.storedSeenAt > SEEN_EVERY_MS) {
        session.storedSeenAt = session.seen_at
        store.setSeen(key, session.seen_at)
      }
      return { principal: PERSON, headerHash: session.header_hash }
    },
    endAll: () => {
      const count = [...sessions.values()].filter((session) => !isOver(session)).length
      store.dropAll()
      sessions.clear()
      codes.clear()
      return count
    },
  }
}

function digest(secret: string): string {
  return hash('sha256', secret)
}
