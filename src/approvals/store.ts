import type { ApprovalState, ApprovalSummary, ApprovalView, Scope } from '../contract/approvals.ts'
import type { Database } from '../storage/database.ts'

/** The part of a card that never changes after the ask and is short; stored as JSON. */
type ApprovalBody = Pick<
  ApprovalView,
  'lineage' | 'title' | 'label' | 'details' | 'icon' | 'cwd' | 'risk' | 'because' | 'resources' | 'note' | 'options'
>

/** The part that can be long: only read when one card is looked at. */
export type ApprovalPlan = Pick<ApprovalView, 'args' | 'preview'>

export type ApprovalCard = ApprovalBody & ApprovalPlan

/** Without the plan: what lists and sweeps need. */
export interface BriefRow {
  readonly id: string
  readonly version: number
  readonly kind: 'call' | 'question'
  readonly state: ApprovalState
  readonly digest: string
  readonly run_id: string
  readonly principal: string
  readonly profile: string
  readonly operation: string
  readonly body: string
  readonly created_at: number
  readonly expires_at: number
  readonly decided_at: number | null
  readonly decided_by: string | null
  readonly scope: Scope | null
  readonly message: string | null
  readonly edited_args: string | null
  readonly approved_digest: string | null
  readonly permit_until: number | null
}

export interface ApprovalRow extends BriefRow {
  readonly plan: string
}

export type NewApproval = Pick<
  ApprovalRow,
  | 'id'
  | 'kind'
  | 'digest'
  | 'run_id'
  | 'principal'
  | 'profile'
  | 'operation'
  | 'body'
  | 'plan'
  | 'created_at'
  | 'expires_at'
>

export interface Settlement {
  readonly id: string
  readonly version: number
  readonly state: ApprovalState
  readonly at: number
  readonly by: string
  readonly scope?: Scope | undefined
  readonly message?: string | undefined
  readonly editedArgs?: string | undefined
  readonly approvedDigest?: string | undefined
  readonly permitUntil?: number | undefined
}

const BRIEF =
  'id, version, kind, state, digest, run_id, principal, profile, operation, body, created_at, expires_at, decided_at, decided_by, scope, message, edited_args, approved_digest, permit_until'

export function createApprovalStore(database: Database) {
  const insert = database.prepare(
    `insert into approval (id, version, kind, state, digest, run_id, principal, profile, operation, body, plan, created_at, expires_at)
     values (?, 1, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const byId = database.prepare('select * from approval where id = ?')
  const byPrefix = database.prepare('select * from approval where id >= ?1 and id < ?1 || char(127) limit 3')
  const pendingByDigest = database.prepare("select * from approval where digest = ? and state = 'pending' limit 1")
  const permitByDigest = database.prepare(
    "select * from approval where digest = ? and state = 'approved' and permit_until > ? order by decided_at limit 1",
  )
  const answeredByDigest = database.prepare(
    "select * from approval where digest = ? and state in ('answered', 'denied') and decided_at > ? order by decided_at desc limit 1",
  )
  const byState = database.prepare(`select ${BRIEF} from approval where state = ? order by created_at limit ?`)
  const recent = database.prepare(`select ${BRIEF} from approval order by created_at desc limit ?`)
  const counts = database.prepare(
    "select count(*) as total, coalesce(sum(run_id = ?), 0) as own from approval where state = 'pending'",
  )
  const settle = database.prepare(
    `update approval set version = version + 1, state = ?, decided_at = ?, decided_by = ?, scope = ?, message = ?,
       edited_args = ?, approved_digest = ?, permit_until = ?
     where id = ? and version = ? and state = 'pending'`,
  )
  const spend = database.prepare(
    "update approval set state = 'spent', version = version + 1 where id = ? and state = 'approved' and permit_until > ?",
  )
  const replaceBody = database.prepare('update approval set body = ?, plan = ? where id = ?')
  const prune = database.prepare("delete from approval where created_at < ? and state != 'pending'")
  const approvedCount = database.prepare("select count(*) as total from approval where state = 'approved'")

  const row = (value: unknown) => value as ApprovalRow | undefined
  const rows = (values: unknown) => values as ApprovalRow[]
  const brief = (values: unknown) => values as BriefRow[]
  return {
    insert: (approval: NewApproval) =>
      insert.run(
        approval.id,
        approval.kind,
        approval.digest,
        approval.run_id,
        approval.principal,
        approval.profile,
        approval.operation,
        approval.body,
        approval.plan,
        approval.created_at,
        approval.expires_at,
      ),
    byId: (id: string) => row(byId.get(id)),
    byPrefix: (prefix: string) => rows(byPrefix.all(prefix)),
    pendingByDigest: (digest: string) => row(pendingByDigest.get(digest)),
    permitByDigest: (digest: string, now: number) => row(permitByDigest.get(digest, now)),
    answeredByDigest: (digest: string, since: number) => row(answeredByDigest.get(digest, since)),
    byState: (state: ApprovalState, limit: number) => brief(byState.all(state, limit)),
    recent: (limit: number) => brief(recent.all(limit)),
    pendingCounts: (runId: string) => counts.get(runId) as { total: number; own: number },
    replaceBody: (id: string, body: string, plan: string) => replaceBody.run(body, plan, id),
    prune: (before: number) => {
      prune.run(before)
    },
    approvedCount: () => (approvedCount.get() as { total: number }).total,
    /** True if this call settled it: the row was pending and of the version that was seen. */
    settle: (s: Settlement): boolean =>
      Number(
        settle.run(
          s.state,
          s.at,
          s.by,
          s.scope ?? null,
          s.message ?? null,
          s.editedArgs ?? null,
          s.approvedDigest ?? null,
          s.permitUntil ?? null,
          s.id,
          s.version,
        ).changes,
      ) === 1,
    /** True for exactly one caller, however many try. */
    spend: (id: string, now: number): boolean => Number(spend.run(id, now).changes) === 1,
  }
}

export type ApprovalStore = ReturnType<typeof createApprovalStore>

export function toView(row: ApprovalRow, waiting: number): ApprovalView {
  const plan = JSON.parse(row.plan) as ApprovalPlan
  const editedArgs = row.edited_args === null ? null : JSON.parse(row.edited_args)
  return { ...toSummary(row, waiting), args: plan.args, preview: plan.preview, editedArgs }
}

export function toSummary(row: BriefRow, waiting: number): ApprovalSummary {
  const body = JSON.parse(row.body) as ApprovalBody
  return {
    id: row.id,
    version: row.version,
    kind: row.kind,
    state: row.state,
    digest: row.digest,
    runId: row.run_id,
    profile: row.profile,
    operation: row.operation,
    ...body,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    scope: row.scope,
    message: row.message,
    waiting,
  }
}
