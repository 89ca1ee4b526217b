import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { ApprovalState, ApprovalView } from '../contract/approvals.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'
import type { Deadlines } from './deadlines.ts'
import type { ApprovalRow, ApprovalStore, BriefRow, Settlement } from './store.ts'
import type { Waiters } from './waiters.ts'

export interface Settlements {
  /** The row as it is now: one whose time has passed is expired first. */
  readonly fresh: (id: string) => ApprovalRow
  readonly expireIfDue: <Row extends BriefRow>(row: Row) => Row
  /** Settles a pending row, records it and wakes whoever waits. False if someone else was faster. */
  readonly settle: (settlement: Settlement, row: BriefRow, onSettled?: () => void) => boolean
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly store: ApprovalStore
  readonly deadlines: Deadlines
  readonly waiters: Waiters
  readonly remember: (value: unknown) => unknown
}

/** How an approval ends: answered, expired or withdrawn. Three things that are never mixed up. */
export function createSettlements({
  database,
  events,
  clock,
  store,
  deadlines,
  waiters,
  remember,
}: Parts): Settlements {
  const settle: Settlements['settle'] = (settlement, row, onSettled) => {
    const isSettled = database.transaction(() => {
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
      onSettled?.()
      // While it was open a person had to see exactly what would run; now it is only remembered.
      const kept = (json: string | undefined) => JSON.stringify(remember(JSON.parse(json ?? '{}')))
      store.replaceBody(row.id, kept(row.body), kept(store.byId(row.id)?.plan))
      return true
    })
    if (isSettled) {
      deadlines.clear(row.id)
      waiters.wake(row.id)
    }
    return isSettled
  }

  const expireIfDue = <Row extends BriefRow>(row: Row): Row => {
    if (row.state !== 'pending' || !deadlines.isPast(row.id, row.expires_at)) return row
    settle({ id: row.id, version: row.version, state: 'expired', at: clock.now(), by: 'clock' }, row)
    const now = store.byId(row.id)
    return now === undefined ? row : { ...row, ...now }
  }

  return {
    settle,
    expireIfDue,
    fresh: (id) => {
      const row = store.byId(id)
      if (row !== undefined) return expireIfDue(row)
      throw new HostError('NOT_FOUND', `There is no approval ${id}.`, { hint: 'List them: upperhand ask ls' })
    },
  }
}

const EVENT_OF: Partial<Record<ApprovalState, 'approval.expired' | 'approval.withdrawn'>> = {
  expired: 'approval.expired',
  withdrawn: 'approval.withdrawn',
}

/** A decision names the version it saw. The fresh card travels with the refusal, so that a person can look again. */
export function assertOpen(row: ApprovalRow, version: number, card: ApprovalView): void {
  if (row.state === 'expired' || row.state === 'withdrawn') {
    throw new HostError('APPROVAL_EXPIRED', `This approval is ${row.state}.`, {
      hint: 'The agent can ask again.',
      details: { approval: card },
    })
  }
  if (row.state !== 'pending') {
    throw new HostError('CONFLICT', `This approval was already ${row.state} by ${row.decided_by}.`, {
      details: { approval: card },
    })
  }
  if (row.version !== version) {
    throw new HostError('CONFLICT', 'This approval changed since you saw it.', {
      hint: 'Look again: upperhand ask show',
      details: { approval: card },
    })
  }
}
