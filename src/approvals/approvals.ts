import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { NewId } from '../base/ids.ts'
import type { Limits } from '../base/limits.ts'
import type {
  Answer,
  ApprovalState,
  ApprovalSummary,
  ApprovalView,
  Decision,
  Edit,
  EditedCard,
  Scope,
} from '../contract/approvals.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'
import { consentOf } from './consent.ts'
import { createDeadlines } from './deadlines.ts'
import { assertFits, createEdits, type PrepareEdited } from './edits.ts'
import { assertOpen, createSettlements } from './settlements.ts'
import { type ApprovalCard, type ApprovalRow, createApprovalStore, toSummary, toView } from './store.ts'
import { createWaiters } from './waiters.ts'

export interface Ask extends ApprovalCard {
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

export interface Approvals {
  readonly request: (ask: Ask) => ApprovalView
  readonly wait: (id: string, timeoutMs: number, signal: AbortSignal) => Promise<ApprovalView>
  readonly decide: (id: string, decision: Decision, by: string) => Promise<ApprovalView>
  /** What the call would be with other arguments. Nothing is decided or kept. */
  readonly edited: (id: string, edit: Edit) => Promise<EditedCard>
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
  readonly list: (state?: ApprovalState) => ApprovalSummary[]
  readonly pendingCount: () => number
  /** Removes what was settled before `before`. */
  readonly prune: (before: number) => void
  readonly close: () => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly newId: NewId
  readonly limits: Limits
  readonly onApproved: OnApproved
  readonly prepareEdited: PrepareEdited
  /** What is kept of a card that nobody has to decide on any more: short, and without secrets. */
  readonly remember: (value: unknown) => unknown
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
  prepareEdited,
  remember,
}: Parts): Approvals {
  const store = createApprovalStore(database)
  const waiters = createWaiters()
  const deadlines = createDeadlines(clock)
  const { fresh, expireIfDue, settle } = createSettlements({
    database,
    events,
    clock,
    store,
    deadlines,
    waiters,
    remember,
  })
  /** Spares the hot path a query: no permit can match while none is waiting. */
  let permits = store.approvedCount()

  const view = (row: ApprovalRow): ApprovalView => toView(row, waiters.count(row.id))

  const approve = (row: ApprovalRow, decision: Decision, approvedDigest: string, by: string): boolean => {
    const { id, version } = row
    const editedArgs = decision.editedArgs === undefined ? undefined : JSON.stringify(decision.editedArgs)
    const permitUntil = deadlines.set(`permit:${id}`, limits.permitExpiryMs)
    const { scope, message } = decision
    return settle(
      { id, version, state: 'approved', at: clock.now(), by, scope, message, editedArgs, approvedDigest, permitUntil },
      row,
      () => {
        permits += 1
        onApproved(view(fresh(id)), row.principal, scope, decision.forMs)
      },
    )
  }

  const edits = createEdits({ fresh, view, prepareEdited })

  const decide = async (id: string, decision: Decision, by: string): Promise<ApprovalView> => {
    const row = fresh(id)
    assertOpen(row, decision.version, view(row))
    assertFits(decision, view(row))
    const { message } = decision
    const digest = await edits.approvedDigest(row, decision)
    const isSettled =
      decision.decision === 'deny'
        ? settle({ id, version: row.version, state: 'denied', at: clock.now(), by, message }, row)
        : approve(row, decision, digest, by)
    if (!isSettled) assertOpen(fresh(id), decision.version, view(fresh(id)))
    return view(fresh(id))
  }

  const answer = async (id: string, { version, text }: Answer, by: string): Promise<ApprovalView> => {
    const row = fresh(id)
    const consent = row.kind === 'call' ? consentOf(text) : undefined
    if (consent !== undefined) {
      return decide(id, { version, digest: row.digest, decision: consent, scope: 'once', message: text }, by)
    }
    assertOpen(row, version, view(row))
    const isSettled = settle({ id, version, state: 'answered', at: clock.now(), by, message: text }, row)
    if (!isSettled) assertOpen(fresh(id), version, view(fresh(id)))
    return view(fresh(id))
  }

  const request = (ask: Ask): ApprovalView =>
    database.transaction(() => {
      const open = store.pendingByDigest(ask.digest)
      if (open !== undefined && expireIfDue(open).state === 'pending') return view(open)
      assertRoom(store.pendingCounts(ask.runId), limits)
      const { kind, digest, runId, principal, profile, operation, args, preview, ...body } = ask
      const plan = JSON.stringify({ args, preview })
      assertReadable(plan, limits)
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
        plan,
        created_at: clock.now(),
        expires_at: expiresAt,
      })
      const { label, because, risk } = body
      events.append({
        type: 'approval.requested',
        runId,
        subject: id,
        operation,
        body: { kind, digest, label, risk: risk.tier, because, expiresAt },
      })
      return view(fresh(id))
    })

  const permitFor = (digest: string): Permit | undefined => {
    if (permits === 0) return undefined
    const row = store.permitByDigest(digest, clock.now())
    if (row?.approved_digest == null || row.decided_by === null) return undefined
    if (deadlines.isPast(`permit:${row.id}`, row.permit_until ?? 0)) return undefined
    const editedArgs = row.edited_args === null ? null : JSON.parse(row.edited_args)
    return { approvalId: row.id, approvedDigest: row.approved_digest, editedArgs, decidedBy: row.decided_by }
  }

  const find = (prefix: string): ApprovalView => {
    const [row, ...others] = store.byPrefix(prefix)
    if (row === undefined) return view(fresh(prefix))
    if (others.length === 0 || row.id === prefix) return view(expireIfDue(row))
    throw new HostError('INVALID_PARAMETERS', `"${prefix}" is the beginning of several approvals.`, {
      hint: 'Give more characters of the id.',
    })
  }

  const sweep = setInterval(() => {
    try {
      store.byState('pending', LIST_MAX).forEach(expireIfDue)
    } catch {
      // It cannot be recorded now (full disk): the next look tries again, and until then nobody can decide them either.
    }
  }, SWEEP_MS)
  sweep.unref()

  return {
    request,
    decide,
    edited: edits.edited,
    answer,
    permitFor,
    find,
    get: (id) => view(fresh(id)),
    wait: async (id, timeoutMs, signal) => {
      if (fresh(id).state === 'pending') await waiters.wait(id, timeoutMs, signal)
      return view(fresh(id))
    },
    withdraw: (id, reason) => {
      const row = fresh(id)
      const { version } = row
      settle({ id, version, state: 'withdrawn', at: clock.now(), by: 'upperhand', message: reason }, row)
    },
    lateAnswer: (digest) => {
      const row = store.answeredByDigest(digest, clock.now() - limits.permitExpiryMs)
      return row === undefined ? undefined : view(row)
    },
    spend: (approvalId) => {
      const isSpent = store.spend(approvalId, clock.now())
      if (isSpent) {
        database.afterCommit(() => {
          permits -= 1
        })
      }
      return isSpent
    },
    pendingCount: () => store.pendingCounts('').total,
    belongsTo: (id, principal) => store.byId(id)?.principal === principal,
    list: (state) => {
      const rows = state === undefined ? store.recent(LIST_MAX) : store.byState(state, LIST_MAX)
      return rows
        .map((row) => toSummary(expireIfDue(row), waiters.count(row.id)))
        .filter((one) => state === undefined || one.state === state)
    },
    prune: (before) => store.prune(before),
    close: () => {
      clearInterval(sweep)
      waiters.close()
    },
  }
}

/** A card shows everything that will run. What is too long to be read cannot be approved. */
function assertReadable(plan: string, { askBytes }: Limits): void {
  if (Buffer.byteLength(plan) <= askBytes) return
  throw new HostError('TOO_LARGE', `A call that a person has to approve may carry at most ${askBytes} bytes.`, {
    hint: 'Write it inside the working directory, or in smaller parts.',
  })
}

function assertRoom({ total, own }: { total: number; own: number }, limits: Limits): void {
  if (own < limits.approvalsPerRun && total < limits.approvalsTotal) return
  throw new HostError('LIMIT_REACHED', 'Too many calls are waiting for a person already.', {
    hint: 'Wait for the open approvals to be answered, then try again.',
  })
}
