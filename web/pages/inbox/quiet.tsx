import type { ApprovalSummary, GrantView } from '../../../src/contract/approvals.ts'
import { Link } from '../../app/router.tsx'
import { LEVEL_WORDS, levelInForce, useStatus } from '../../app/status.ts'
import { useLive } from '../../data/live.ts'
import { Ago } from '../../ui/time.tsx'

/** What an empty inbox means: what runs by itself now, and when somebody was last asked. */
export function Quiet() {
  const { data: status } = useStatus()
  const { data: all } = useLive<{ readonly approvals: readonly ApprovalSummary[] }>('/api/approvals', [
    'approval.answered',
  ])
  const { data: grants } = useLive<{ readonly grants: readonly GrantView[] }>('/api/grants', [
    'grant.made',
    'grant.ended',
  ])
  const last = all?.approvals.reduce((newest, { createdAt }) => Math.max(newest, createdAt), 0) ?? 0
  return (
    <div className="flex flex-col gap-1">
      {last > 0 && (
        <p>
          Last asked <Ago at={last} />.
        </p>
      )}
      {status !== undefined && (
        <p>
          {status.isPaused
            ? 'Everything is paused.'
            : `${LEVEL_WORDS[levelInForce(status)]}: what the level allows runs by itself; the rest comes here.`}
        </p>
      )}
      {grants !== undefined && grants.grants.length > 0 && (
        <p>
          <Link href="/rules" className="text-accent-ink underline">
            {grants.grants.length} {grants.grants.length === 1 ? 'permission is' : 'permissions are'} in force
          </Link>
        </p>
      )}
      {status !== undefined && status.runs === 0 && (
        <p>
          No agent is connected.{' '}
          <Link href="/clients" className="text-accent-ink underline">
            Connect a client
          </Link>
        </p>
      )}
    </div>
  )
}
