import type { ApprovalView } from '../../../src/contract/approvals.ts'
import { Foreign } from '../../ui/text.tsx'
import { Ago } from '../../ui/time.tsx'

/** Each end has its own words: no answer is not a no. */
const WORDS: Readonly<Record<Exclude<ApprovalView['state'], 'pending'>, string>> = {
  approved: 'Approved',
  spent: 'Approved, and it ran',
  answered: 'Answered',
  denied: 'Denied',
  expired: 'Expired: nobody answered. The agent was told so; it is not a denial.',
  withdrawn: 'Withdrawn: the agent does not ask any more.',
}

export function Settled({
  approval: { state, decidedAt, decidedBy, scope, message },
}: {
  readonly approval: ApprovalView
}) {
  if (state === 'pending') return null
  return (
    <div role="status" className="rounded-lg border border-line-strong bg-sunken px-3 py-2 text-sm">
      <p className="font-medium">
        {WORDS[state]}
        {decidedBy !== null && state !== 'expired' && state !== 'withdrawn' && ` by ${decidedBy}`}
        {scope !== null && scope !== 'once' && ` (${scope})`}
        {decidedAt !== null && (
          <>
            {' '}
            · <Ago at={decidedAt} />
          </>
        )}
      </p>
      {message !== null && (
        <p className="text-muted">
          “<Foreign>{message}</Foreign>”
        </p>
      )}
    </div>
  )
}
