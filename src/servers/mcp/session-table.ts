import type { McpParts } from './parts.ts'

export interface Owner {
  readonly credential: string
  readonly profile: string | null
}

/** Something with an id that belongs to one credential and profile, and that ends when nobody uses it. */
export interface Held {
  readonly id: string
  readonly owner: Owner
  readonly end: () => void
}

export interface SessionTable<T extends Held> {
  /** Undefined also for a session of somebody else: an id alone opens nothing. */
  readonly find: (id: string, owner: Owner) => T | undefined
  /** False when the table is full of sessions in use. Otherwise the longest unused one may have to go. */
  readonly makeRoom: () => boolean
  readonly add: (session: T) => void
  readonly remove: (id: string) => void
  /** Keeps a session from counting as unused until the returned function is called. */
  readonly use: (session: T) => () => void
  readonly all: () => readonly T[]
  readonly endCredential: (credential: string) => void
  readonly close: () => void
}

interface Entry<T> {
  readonly session: T
  users: number
  usedAt: number
}

/** Sessions by id, most recently used last; unused ones end after `runIdleMs`. */
export function createSessionTable<T extends Held>({
  limits,
  clock,
}: Pick<McpParts, 'limits' | 'clock'>): SessionTable<T> {
  const entries = new Map<string, Entry<T>>()
  let timer: NodeJS.Timeout | undefined

  const unused = () => [...entries.values()].filter(({ users }) => users === 0)

  const sweep = () => {
    timer = undefined
    const deadline = clock.monotonic() - limits.runIdleMs
    for (const { session, usedAt } of unused()) if (usedAt <= deadline) session.end()
    arm()
  }

  const arm = () => {
    if (timer !== undefined) return
    const oldest = unused()[0]
    if (oldest === undefined) return
    const dueIn = oldest.usedAt + limits.runIdleMs - clock.monotonic()
    timer = setTimeout(sweep, Math.max(dueIn, 1)).unref()
  }

  return {
    find: (id, owner) => {
      const session = entries.get(id)?.session
      const isOwn = session?.owner.credential === owner.credential && session.owner.profile === owner.profile
      return isOwn ? session : undefined
    },
    makeRoom: () => {
      if (entries.size < limits.sessionsTotal) return true
      const oldest = unused()[0]
      oldest?.session.end()
      return oldest !== undefined
    },
    add: (session) => {
      entries.set(session.id, { session, users: 0, usedAt: clock.monotonic() })
      arm()
    },
    remove: (id) => {
      entries.delete(id)
    },
    use: (session) => {
      const entry = entries.get(session.id)
      if (entry === undefined) return () => {}
      entry.users += 1
      return () => {
        entry.users -= 1
        entry.usedAt = clock.monotonic()
        if (!entries.delete(session.id)) return
        entries.set(session.id, entry)
        arm()
      }
    },
    all: () => [...entries.values()].map(({ session }) => session),
    endCredential: (credential) => {
      for (const { session } of [...entries.values()]) if (session.owner.credential === credential) session.end()
    },
    close: () => {
      clearTimeout(timer)
      for (const { session } of [...entries.values()]) session.end()
    },
  }
}
