import type { ApprovalSummary } from '../../../src/contract/approvals.ts'
import { Link } from '../../app/router.tsx'
import { useLive } from '../../data/live.ts'
import { Foreign } from '../../ui/text.tsx'
import { Ago } from '../../ui/time.tsx'

const SHOWN = 5
const WORDS: Readonly<Record<ApprovalSummary['state'], string>> = {
  pending: 'waiting',
  approved: 'approved',
  spent: 'approved',
  answered: 'answered',
  denied: 'denied',
  expired: 'expired',
  withdrawn: 'withdrawn',
}

/** What today was like, and what was decided last: each leads back to its card. */
export function Decided() {
  const { data } = useLive<{ readonly approvals: readonly ApprovalSummary[] }>('/api/approvals', [
    'approval.requested',
    'approval.answered',
    'approval.expired',
    'approval.withdrawn',
  ])
  const settled = (data?.approvals ?? []).filter(({ state }) => state !== 'pending')
  if (data === undefined || settled.length === 0) return null
  const latest = settled.toSorted((a, b) => endOf(b) - endOf(a)).slice(0, SHOWN)
  return (
    <section aria-label="Recently decided" className="px-4 py-3 text-left">
      <h2 className="text-xs font-semibold text-muted">Recently decided</h2>
      <p className="text-xs text-muted">{today(data.approvals)}</p>
      <ul className="mt-1">
        {latest.map((approval) => (
          <li key={approval.id}>
            <Link
              href={`/#${approval.id}`}
              className="flex min-h-9 items-center gap-2 rounded-lg px-2 text-xs hover:bg-sunken max-sm:min-h-11"
            >
              <span className="w-16 shrink-0 font-medium">{WORDS[approval.state]}</span>
              <span className="min-w-0 grow truncate">
                <Foreign>{approval.label}</Foreign>
              </span>
              <Ago at={endOf(approval)} className="shrink-0 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function endOf({ decidedAt, createdAt }: ApprovalSummary): number {
  return decidedAt ?? createdAt
}

function today(approvals: readonly ApprovalSummary[]): string {
  const midnight = new Date().setHours(0, 0, 0, 0)
  const asked = approvals.filter(({ createdAt }) => createdAt >= midnight)
  const count = (...states: readonly ApprovalSummary['state'][]) =>
    asked.filter(({ state }) => states.includes(state)).length
  const parts = [
    `${asked.length} asked today`,
    `${count('approved', 'spent', 'answered')} approved`,
    `${count('denied')} denied`,
    `${count('expired', 'withdrawn')} without an answer`,
  ]
  return parts.join(' · ')
}
