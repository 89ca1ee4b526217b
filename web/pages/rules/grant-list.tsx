import type { GrantView } from '../../../src/contract/approvals.ts'
import { Link } from '../../app/router.tsx'
import { api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Panel } from '../../ui/page.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Until } from '../../ui/time.tsx'
import { sayError } from '../../ui/toast.tsx'
import { grantWords } from './grant-words.ts'

const GRANTS = '/api/grants'

/** What was approved for minutes or for a run. It ends by itself, or with a click. */
export function GrantList() {
  const { data, error } = useLive<{ readonly grants: readonly GrantView[] }>(GRANTS, [
    'grant.made',
    'grant.ended',
    'call.finished',
  ])
  if (data === undefined) return error === undefined ? <Skeleton rows={2} /> : <ErrorState error={error} />
  const { grants } = data
  const end = async (ended: readonly GrantView[]) => {
    try {
      for (const { id } of ended) await api.remove(`${GRANTS}/${id}`)
    } catch (cause) {
      sayError(cause)
    }
    await reload(GRANTS)
  }
  return (
    <Panel
      title={`Permissions in force (${grants.length})`}
      actions={
        grants.length > 0 && (
          <Button size="small" kind="danger" onClick={() => void end(grants)}>
            End all
          </Button>
        )
      }
    >
      {grants.length === 0 && (
        <p className="px-4 py-6 text-center text-muted">Nothing is allowed for longer than once.</p>
      )}
      <ul>
        {grants.map((grant) => (
          <li
            key={grant.id}
            className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 last:border-b-0"
          >
            <Chip tone="good">{grant.scope === 'run' ? 'this run' : 'for a time'}</Chip>
            <div className="min-w-0 grow">
              <p className="text-sm">
                <code className="font-mono text-[13px]">{grant.operation}</code>
                {grant.path !== null && (
                  <>
                    {' '}
                    on <Foreign className="font-mono text-[13px]">{grantWords(grant.path)}</Foreign>
                  </>
                )}
              </p>
              <p className="text-xs text-muted">
                profile {grant.profile} · used {grant.uses}× ·{' '}
                <Link href={`/#${grant.approvalId}`} className="text-accent-ink underline">
                  the card
                </Link>
                {grant.expiresAt !== null && (
                  <>
                    {' '}
                    · ends in <Until at={grant.expiresAt} />
                  </>
                )}
              </p>
            </div>
            <Button
              size="small"
              kind="danger"
              aria-label={`Revoke the permission for ${grant.operation}`}
              onClick={() => void end([grant])}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
