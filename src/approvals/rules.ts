import { posix } from 'node:path'
import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { NewId } from '../base/ids.ts'
import type { RuleView } from '../contract/approvals.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'

export type NewRule = Pick<RuleView, 'effect' | 'operation' | 'path' | 'profile' | 'source' | 'message'> & {
  readonly expiresAt?: number | null
}

export interface RuleMatch {
  readonly deny?: RuleView
  readonly ask?: RuleView
  readonly allow?: RuleView
}

export interface Rules {
  readonly make: (rule: NewRule) => RuleView
  /** The newest matching rule of each effect. The cost does not grow with the number of rules. */
  readonly match: (operation: string, path: string | null, profile: string) => RuleMatch
  readonly list: () => RuleView[]
  readonly revoke: (id: string, by: string) => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly newId: NewId
}

const SUBTREE = '/**'

export function createRules({ database, events, clock, newId }: Parts): Rules {
  const insert = database.prepare(
    'insert into rule (id, effect, operation, path, profile, source, message, created_at, expires_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const drop = database.prepare('delete from rule where id = ?')
  const index = new Map<string, RuleView[]>()
  const byId = new Map<string, RuleView>()

  const add = (rule: RuleView): void => {
    byId.set(rule.id, rule)
    const key = keyOf(rule.operation, rule.path)
    index.set(key, [rule, ...(index.get(key) ?? [])])
  }

  const remove = (rule: RuleView): void => {
    byId.delete(rule.id)
    const key = keyOf(rule.operation, rule.path)
    index.set(
      key,
      (index.get(key) ?? []).filter((other) => other.id !== rule.id),
    )
  }

  const rows = database.prepare('select * from rule order by created_at').all() as unknown as RuleRow[]
  for (const row of rows) add(fromRow(row))

  return {
    make: (input) => {
      assertPath(input.path)
      const rule: RuleView = { ...input, id: newId('rule'), createdAt: clock.now(), expiresAt: input.expiresAt ?? null }
      database.transaction(() => {
        insert.run(
          rule.id,
          rule.effect,
          rule.operation,
          rule.path,
          rule.profile,
          rule.source,
          rule.message,
          rule.createdAt,
          rule.expiresAt,
        )
        events.append({ type: 'rule.made', subject: rule.id, operation: rule.operation, body: { ...rule } })
      })
      add(rule)
      // What the history does not have was never allowed.
      database.afterRollback(() => remove(rule))
      return rule
    },
    match: (operation, path, profile) => {
      if (byId.size === 0) return {}
      const found: { deny?: RuleView; ask?: RuleView; allow?: RuleView } = {}
      for (const name of patternsOf(operation)) {
        for (const place of placesOf(path)) {
          for (const rule of index.get(keyOf(name, place)) ?? []) {
            if (rule.profile !== null && rule.profile !== profile) continue
            if (rule.expiresAt !== null && clock.now() >= rule.expiresAt) continue
            const known = found[rule.effect]
            if (known === undefined || known.createdAt < rule.createdAt) found[rule.effect] = rule
          }
        }
      }
      return found
    },
    list: () => [...byId.values()],
    revoke: (id, by) => {
      const rule = byId.get(id)
      if (rule === undefined) throw new HostError('NOT_FOUND', `There is no rule ${id}.`)
      database.transaction(() => {
        drop.run(id)
        events.append({ type: 'rule.ended', subject: id, operation: rule.operation, body: { by } })
      })
      remove(rule)
    },
  }
}

interface RuleRow {
  readonly id: string
  readonly effect: RuleView['effect']
  readonly operation: string
  readonly path: string | null
  readonly profile: string | null
  readonly source: string
  readonly message: string | null
  readonly created_at: number
  readonly expires_at: number | null
}

function fromRow({ created_at, expires_at, ...row }: RuleRow): RuleView {
  return { ...row, createdAt: created_at, expiresAt: expires_at }
}

function assertPath(path: string | null): void {
  if (path === null) return
  const base = path.endsWith(SUBTREE) ? path.slice(0, -SUBTREE.length) || '/' : path
  if (posix.isAbsolute(base) && posix.normalize(base) === base && !base.includes('*')) return
  throw new HostError('INVALID_PARAMETERS', `"${path}" is not a path that a rule can match.`, {
    hint: 'Give an absolute path, or a directory followed by /**.',
  })
}

function keyOf(operation: string, path: string | null): string {
  return `${operation}\0${path ?? ''}`
}

function patternsOf(operation: string): string[] {
  const dot = operation.indexOf('.')
  return dot < 0 ? [operation, '*'] : [operation, `${operation.slice(0, dot)}.*`, '*']
}

/** The path itself, every directory above it as a subtree, and "any resource". */
function placesOf(path: string | null): (string | null)[] {
  if (path === null) return [null]
  const places: (string | null)[] = [null, path, `${path === '/' ? '' : path}${SUBTREE}`]
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1))
    places.push(`${path.slice(0, at)}${SUBTREE}`)
  places.push(SUBTREE)
  return places
}
