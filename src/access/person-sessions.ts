import { hash, randomBytes } from 'node:crypto'
import type { Clock } from '../base/clock.ts'
import type { Principal } from './principal.ts'

const LOGIN_CODE_MS = 10 * 60 * 1000
const LOGIN_CODES = 32
const SESSION_IDLE_MS = 12 * 60 * 60 * 1000
const SESSION_AGE_MS = 7 * 24 * 60 * 60 * 1000
const SESSIONS = 64

/** The cookie's principal: a person in front of the console. */
const PERSON: Principal = { kind: 'person', credential: 'console', profile: null }

export interface PersonSession {
  readonly principal: Principal
  /** The second factor of every change: handed out at login only, and kept by the page, never in a cookie. */
  readonly headerToken: string
}

export interface PersonSessions {
  /** A code for one login, good for ten minutes. */
  readonly newLoginCode: () => string
  /** Undefined when the code is wrong, used or too old. */
  readonly exchange: (code: string) => (PersonSession & { readonly cookie: string }) | undefined
  readonly find: (cookie: string) => PersonSession | undefined
}

/** Lives in memory: a restart logs everyone out. Secrets are kept only as hashes, so a lookup tells nothing by its timing. */
export function createPersonSessions(clock: Clock): PersonSessions {
  const codes = new Map<string, number>()
  const sessions = new Map<string, { session: PersonSession; createdAt: number; seenAt: number }>()

  return {
    newLoginCode: () => {
      const code = randomBytes(16).toString('base64url')
      codes.set(digest(code), clock.monotonic())
      keepNewest(codes, LOGIN_CODES)
      return code
    },
    exchange: (code) => {
      const key = digest(code)
      const createdAt = codes.get(key)
      codes.delete(key)
      const now = clock.monotonic()
      if (createdAt === undefined || now - createdAt > LOGIN_CODE_MS) return undefined
      const cookie = randomBytes(32).toString('base64url')
      const session = { principal: PERSON, headerToken: randomBytes(32).toString('base64url') }
      sessions.set(digest(cookie), { session, createdAt: now, seenAt: now })
      keepNewest(sessions, SESSIONS)
      return { ...session, cookie }
    },
    find: (cookie) => {
      const key = digest(cookie)
      const entry = sessions.get(key)
      if (entry === undefined) return undefined
      const now = clock.monotonic()
      if (now - entry.seenAt > SESSION_IDLE_MS || now - entry.createdAt > SESSION_AGE_MS) {
        sessions.delete(key)
        return undefined
      }
      entry.seenAt = now
      return entry.session
    },
  }
}

function digest(secret: string): string {
  return hash('sha256', secret)
}

function keepNewest(map: Map<string, unknown>, count: number): void {
  for (const key of map.keys()) {
    if (map.size <= count) return
    map.delete(key)
  }
}
