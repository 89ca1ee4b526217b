import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { NewId } from '../base/ids.ts'
import type { GrantView } from '../contract/approvals.ts'
import { type Resource, resourceKey } from '../contract/resources.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'
import { createDeadlines } from './deadlines.ts'

export interface NewGrant {
  readonly operation: string
  /** The key of the resource; null for an operation that touches none. */
  readonly path: string | null
  readonly runId: string
  readonly profile: string
  readonly scope: 'minutes' | 'run'
  readonly ms?: number
  readonly approvalId: string
}

export interface Grants {
  readonly make: (grant: NewGrant) => GrantView
  /** The live grant for exactly this operation, resource and run. */
  readonly match: (
    runId: string,
    operation: string,
    resource: Resource | null,
  ) => { id: string; createdAt: number } | undefined
  readonly used: (id: string) => void
  readonly list: () => GrantView[]
  readonly revoke: (id: string, by: string) => void
  readonly endRun: (runId: string) => void
}

interface Live extends GrantView {
  uses: number
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly newId: NewId
}

/** Minute and run grants live in memory only: a restart ends them. Permissions for one call and rules are stored. */
export function createGrants({ database, events, clock, newId }: Parts): Grants {
  const live = new Map<string, Live>()
  const byKey = new Map<string, string>()
  const deadlines = createDeadlines(clock)

  const forget = (grant: GrantView): void => {
    live.delete(grant.id)
    if (byKey.get(keyOf(grant.runId ?? '', grant.operation, grant.path)) === grant.id) {
      byKey.delete(keyOf(grant.runId ?? '', grant.operation, grant.path))
    }
    deadlines.clear(grant.id)
  }

  const end = (grant: GrantView, by: string): void => {
    forget(grant)
    events.note({
      type: 'grant.ended',
      runId: grant.runId ?? undefined,
      subject: grant.id,
      operation: grant.operation,
      body: { by, path: grant.path, uses: grant.uses },
    })
  }

  const isOver = (grant: GrantView): boolean => grant.expiresAt !== null && deadlines.isPast(grant.id, grant.expiresAt)

  const sweep = (): void => {
    for (const grant of [...live.values()]) if (isOver(grant)) end(grant, 'clock')
  }

  return {
    make: ({ ms, ...grant }) => {
      const id = newId('grant')
      const made: Live = {
        ...grant,
        id,
        createdAt: clock.now(),
        expiresAt: ms === undefined ? null : deadlines.set(id, ms),
        uses: 0,
      }
      events.append({
        type: 'grant.made',
        runId: grant.runId,
        subject: id,
        operation: grant.operation,
        body: { path: grant.path, scope: grant.scope, expiresAt: made.expiresAt, approvalId: grant.approvalId },
      })
      live.set(id, made)
      byKey.set(keyOf(grant.runId, grant.operation, grant.path), id)
      // What the history does not have was never granted.
      database.afterRollback(() => forget(made))
      return made
    },
    match: (runId, operation, resource) => {
      if (live.size === 0) return undefined
      const grant = live.get(byKey.get(keyOf(runId, operation, resourceKey(resource))) ?? '')
      if (grant === undefined || isOver(grant)) return undefined
      return { id: grant.id, createdAt: grant.createdAt }
    },
    used: (id) => {
      const grant = live.get(id)
      if (grant !== undefined) grant.uses += 1
    },
    list: () => {
      sweep()
      return [...live.values()].map((grant) => ({ ...grant }))
    },
    revoke: (id, by) => {
      const grant = live.get(id)
      if (grant === undefined)
        throw new HostError('NOT_FOUND', `There is no grant ${id}.`, { hint: 'List them: upperhand ask grants' })
      end(grant, by)
    },
    endRun: (runId) => {
      for (const grant of [...live.values()]) if (grant.runId === runId) end(grant, 'run ended')
    },
  }
}

function keyOf(runId: string, operation: string, path: string | null): string {
  return JSON.stringify([runId, operation, path])
}
