import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { NewId } from '../base/ids.ts'
import type { Limits } from '../base/limits.ts'
import type { Answer, ApprovalState, ApprovalView, Decision, Scope } from '../contract/approvals.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'
import { consentOf } from './consent.ts'
import { createDeadlines } from './deadlines.ts'
import { type ApprovalBody, type ApprovalRow, createApprovalStore, type Settlement, toView } from './store.ts'
import { createWaiters } from './waiters.ts'

export interface Ask extends ApprovalBody {
  readonly kind: 'call' | 'question'
  readonly digest: string
  readonly runId: string
  readonly principal: string
  readonly profile: string
  readonly operation: string
}

/** A one-time permission for one digest, waiting to be spent. */
export interface Permit {
  readonly approvalId: string
  readonly approvedDigest: string
  readonly editedArgs: Readonly<Record<string, unknown>> | null
  readonly decidedBy: string
}

/** What else follows from an approval with a wider scope; called inside the deciding transaction. */
export type OnApproved = (approval: ApprovalView, principal: string, scope: Scope, forMs: number | undefined) => void

/** Digests edited arguments: they are prepared again before they may be approved. */
export type DigestEdited = (
  approval: ApprovalView,
  principal: string,
  args: Readonly<Record<string, unknown>>,
) => Promise<string>

export interface Approvals {
  readonly request: (ask: Ask) => ApprovalView
  readonly wait: (id: string, timeoutMs: number, signal: AbortSignal) => Promise<ApprovalView>
  readonly decide: (id: string, decision: Decision, by: string) => Promise<ApprovalView>
  readonly answer: (id: string, answer: Answer, by: string) => Promise<ApprovalView>
  readonly withdraw: (id: string, reason: string) => void
  readonly permitFor: (digest: string) => Permit | undefined
  /** An answer to the same question that came after its asker had stopped waiting. */
  readonly lateAnswer: (digest: string) => ApprovalView | undefined
  /** False when there is nothing to spend or someone else did; call it in the transaction that writes the intent. */
  readonly spend: (approvalId: string) => boolean
  readonly get: (id: string) => ApprovalView
  /** Accepts a unique beginning of an id. */
  readonly find: (prefix: string) => ApprovalView
  readonly belongsTo: (id: string, principal: string) => boolean
  readonly list: (state?: ApprovalState) => ApprovalView[]
  readonly close: () => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly newId: NewId
  readonly limits: Limits
  readonly onApproved: OnApproved
  readonly digestEdited: DigestEdited
}

const LIST_MAX = 500
const SWEEP_MS = 15_000

export function createApprovals({
  database,
  events,
  clock,
  newId,
  limits,
  onApproved,
  digestEdited,
}: Parts): Approvals {
  const store = createApprovalStore(database)
  const waiters = createWaiters()
  const deadlines = createDeadlines(clock)
  /** Spares the hot path a query: no permit can match while none is waiting. */
  let permits = store.approvedCount()

  const view = (row: ApprovalRow): ApprovalView => toView(row, waiters.count(row.id))

  const fresh = (id: string): ApprovalRow => {
    const row = store.byId(id)
    if (row === undefined)
      throw new HostError('NOT_FOUND', `There is no approval ${id}.`, { hint: 'List them: upperhand ask ls' })
    return expireIfDue(row)
  }

  const expireIfDue = (row: ApprovalRow): ApprovalRow => {
    if (row.state !== 'pending' || !deadlines.isPast(row.id, row.expires_at)) return row
    finish({ id: row.id, version: row.version, state: 'expired', at: clock.now(), by: 'clock' }, row)
    return store.byId(row.id) ?? row
  }

  /** Settles a pending row, records it, and wakes whoever waits. */
  const finish = (settlement: Settlement, row: ApprovalRow, forMs?: number): boolean => {
    const settled = database.transaction(() => {
      if (!store.settle(settlement)) return false
      events.append({
        type: EVENT_OF[settlement.state] ?? 'approval.answered',
        runId: row.run_id,
        subject: row.id,
        operation: row.operation,
        body: {
          state: settlement.state,
          by: settlement.by,
          scope: settlement.scope ?? null,
          message: settlement.message ?? null,
          edited: settlement.editedArgs !== undefined,
          digest: row.digest,
        },
      })
      if (settlement.state === 'approved') {
        permits += 1
        const after = store.byId(row.id)
        if (after !== undefined && settlement.scope !== undefined)
          onApproved(view(after), row.principal, settlement.scope, forMs)
      }
      return true
    })
    if (settled) {
      deadlines.clear(row.id)
      waiters.wake(row.id)
    }
    return settled
  }

  const assertOpen = (row: ApprovalRow, version: number): void => {
    if (row.state === 'expired' || row.state === 'withdrawn') {
      throw new HostError('APPROVAL_EXPIRED', `This approval is ${row.state}.`, { hint: 'The agent can ask again.' })
    }
    if (row.state !== 'pending') {
      throw new HostError('CONFLICT', `This approval was already ${row.state} by ${row.decided_by}.`, {
        details: { state: row.state },
      })
    }
    if (row.version !== version) {
      throw new HostError('CONFLICT', 'This approval changed since you saw it.', {
        hint: 'Look again: upperhand ask show',
      })
    }
  }

  const decide = async (id: string, decision: Decision, by: string): Promise<ApprovalView> => {
    const row = fresh(id)
    assertOpen(row, decision.version)
    if (decision.digest !== row.digest) {
      throw new HostError('CONFLICT', 'The digest does not belong to this approval.', {
        hint: 'Look again: upperhand ask show',
      })
    }
    const current = view(row)
    if (decision.decision === 'approve' && !current.options.includes(decision.scope)) {
      throw new HostError('INVALID_PARAMETERS', `This approval can be given ${current.options.join(', ')} only.`)
    }
    if (decision.editedArgs !== undefined && decision.scope !== 'once') {
      throw new HostError('INVALID_PARAMETERS', 'Edited arguments can be approved once only.', {
        hint: 'Approve them once, or approve the call as it was asked for longer.',
      })
    }
    const approvedDigest =
      decision.editedArgs === undefined ? row.digest : await digestEdited(current, row.principal, decision.editedArgs)
    const settled = finish(
      decision.decision === 'deny'
        ? { id, version: row.version, state: 'denied', at: clock.now(), by, message: decision.message }
        : {
            id,
            version: row.version,
            state: row.kind === 'question' ? 'answered' : 'approved',
            at: clock.now(),
            by,
            scope: decision.scope,
            message: decision.message,
            editedArgs: decision.editedArgs === undefined ? undefined : JSON.stringify(decision.editedArgs),
            approvedDigest,
            permitUntil: deadlines.set(`permit:${id}`, limits.permitExpiryMs),
          },
      row,
      decision.forMs,
    )
    if (!settled) assertOpen(fresh(id), decision.version)
    return view(fresh(id))
  }

  const answer = async (id: string, { version, text }: Answer, by: string): Promise<ApprovalView> => {
    const row = fresh(id)
    const consent = row.kind === 'call' ? consentOf(text) : undefined
    if (consent !== undefined) {
      return decide(id, { version, digest: row.digest, decision: consent, scope: 'once', message: text }, by)
    }
    assertOpen(row, version)
    const settled = finish({ id, version, state: 'answered', at: clock.now(), by, message: text }, row)
    if (!settled) assertOpen(fresh(id), version)
    return view(fresh(id))
  }

  const request = (ask: Ask): ApprovalView =>
    database.transaction(() => {
      const open = store.pendingByDigest(ask.digest)
      if (open !== undefined && expireIfDue(open).state === 'pending') return view(open)
      assertRoom(ask.runId)
      const { kind, digest, runId, principal, profile, operation, ...body } = ask
      const id = newId('apr')
      const expiresAt = deadlines.set(id, limits.approvalExpiryMs)
      store.insert({
        id,
        kind,
        digest,
        run_id: runId,
        principal,
        profile,
        operation,
        body: JSON.stringify(body),
        created_at: clock.now(),
        expires_at: expiresAt,
        decided_at: null,
        decided_by: null,
        scope: null,
        message: null,
        edited_args: null,
        approved_digest: null,
        permit_until: null,
      })
      events.append({
        type: 'approval.requested',
        runId,
        subject: id,
        operation,
        body: { kind, digest, label: body.label, risk: body.risk.tier, because: body.because, expiresAt },
      })
      return view(fresh(id))
    })

  const assertRoom = (runId: string): void => {
    const { total, own } = store.pendingCounts(runId)
    if (own < limits.approvalsPerRun && total < limits.approvalsTotal) return
    throw new HostError('LIMIT_REACHED', 'Too many calls are waiting for a person already.', {
      hint: 'Wait for the open approvals to be answered, then try again.',
    })
  }

  const sweep = setInterval(() => {
    for (const row of store.byState('pending', LIST_MAX)) expireIfDue(row)
  }, SWEEP_MS)
  sweep.unref()

  return {
    request,
    wait: async (id, timeoutMs, signal) => {
      const row = fresh(id)
      if (row.state === 'pending') await waiters.wait(id, timeoutMs, signal)
      return view(fresh(id))
    },
    decide,
    answer,
    withdraw: (id, reason) => {
      const row = fresh(id)
      finish({ id, version: row.version, state: 'withdrawn', at: clock.now(), by: 'upperhand', message: reason }, row)
    },
    permitFor: (digest) => {
      if (permits === 0) return undefined
      const row = store.permitByDigest(digest, clock.now())
      if (row?.approved_digest == null || row.decided_by === null) return undefined
      if (deadlines.isPast(`permit:${row.id}`, row.permit_until ?? 0)) return undefined
      return {
        approvalId: row.id,
        approvedDigest: row.approved_digest,
        editedArgs: row.edited_args === null ? null : JSON.parse(row.edited_args),
        decidedBy: row.decided_by,
      }
    },
    lateAnswer: (digest) => {
      const row = store.answeredByDigest(digest, clock.now() - limits.permitExpiryMs)
      return row === undefined ? undefined : view(row)
    },
    spend: (approvalId) => {
      const spent = store.spend(approvalId, clock.now())
      if (spent)
        database.afterCommit(() => {
          permits -= 1
        })
      return spent
    },
    get: (id) => view(fresh(id)),
    find: (prefix) => {
      const rows = store.byPrefix(prefix)
      const [row] = rows
      if (row === undefined) return view(fresh(prefix))
      if (rows.length > 1 && row.id !== prefix) {
        throw new HostError('INVALID_PARAMETERS', `"${prefix}" is the beginning of several approvals.`, {
          hint: 'Give more characters of the id.',
        })
      }
      return view(expireIfDue(row))
    },
    belongsTo: (id, principal) => store.byId(id)?.principal === principal,
    list: (state) => {
      const rows = state === undefined ? store.recent(LIST_MAX) : store.byState(state, LIST_MAX)
      return rows.map((row) => view(expireIfDue(row))).filter((one) => state === undefined || one.state === state)
    },
    close: () => {
      clearInterval(sweep)
      waiters.close()
    },
  }
}

const EVENT_OF: Partial<Record<ApprovalState, 'approval.expired' | 'approval.withdrawn'>> = {
  expired: 'approval.expired',
  withdrawn: 'approval.withdrawn',
}
