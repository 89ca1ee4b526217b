import type { RuleView } from '../../../src/contract/rules.ts'
import { aboutWhat } from '../../../src/rules/rule-text.ts'
import { Link } from '../../app/router.tsx'
import { api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Panel } from '../../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago, Until } from '../../ui/time.tsx'
import { sayError } from '../../ui/toast.tsx'

export const RULES = '/api/rules'

const TONES = { allow: 'good', ask: 'warn', deny: 'bad' } as const

export function RuleList() {
  const { data, error } = useLive<{ readonly rules: readonly RuleView[] }>(RULES, [
    'rule.made',
    'rule.ended',
    'call.finished',
  ])
  if (data === undefined) return error === undefined ? <Skeleton rows={3} /> : <ErrorState error={error} />
  return (
    <Panel title={`Rules (${data.rules.length})`}>
      {data.rules.length === 0 ? (
        <EmptyState title="No rules.">
          The level of each profile decides: reading inside runs, changes outside ask. A card can be approved by a rule.
        </EmptyState>
      ) : (
        <ul>
          {data.rules.map((rule) => (
            <RuleRow key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function RuleRow({ rule }: { readonly rule: RuleView }) {
  const { id, effect, operation, source, uses, lastUsedAt, createdAt, message } = rule
  const end = async () => {
    try {
      await api.remove(`${RULES}/${id}`)
      await reload(RULES)
    } catch (cause) {
      sayError(cause)
    }
  }
  return (
    <li className="flex flex-wrap items-start gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <Chip tone={TONES[effect]}>{effect}</Chip>
      <div className="min-w-0 grow">
        <p className="text-sm">
          <code className="font-mono text-[13px]">{operation}</code> on{' '}
          <Foreign className="font-mono text-[13px]">{aboutWhat(rule)}</Foreign>
        </p>
        <p className="text-xs text-muted">
          <Scope rule={rule} />
          {source.startsWith('apr_') ? (
            <>
              from{' '}
              <Link href={`/#${source}`} className="text-accent-ink underline">
                a card
              </Link>
            </>
          ) : (
            `by ${source}`
          )}{' '}
          · made <Ago at={createdAt} /> · used {uses}×
          {lastUsedAt !== null && (
            <>
              , last <Ago at={lastUsedAt} />
            </>
          )}
        </p>
        {message !== null && (
          <p className="text-xs">
            Tells the agent: “<Foreign>{message}</Foreign>”
          </p>
        )}
      </div>
      <Button
        size="small"
        kind="danger"
        aria-label={`Revoke the rule ${effect} ${operation}`}
        onClick={() => void end()}
      >
        Revoke
      </Button>
    </li>
  )
}

/** Where and when it counts. */
function Scope({ rule: { where, when, expiresAt, maxUses } }: { readonly rule: RuleView }) {
  const parts = [
    where.profile === undefined ? '' : `profile ${where.profile}`,
    where.project === undefined ? '' : `in ${where.project}`,
    where.client === undefined ? '' : `client ${where.client}`,
    where.run === undefined ? '' : `run ${where.run}`,
    when.days === undefined ? '' : when.days.join(' '),
    when.from === undefined && when.to === undefined ? '' : `${when.from ?? '00:00'} to ${when.to ?? '24:00'}`,
    maxUses === null ? '' : `at most ${maxUses} times`,
  ].filter((part) => part !== '')
  return (
    <>
      {parts.length > 0 && (
        <>
          <Foreign>{parts.join(', ')}</Foreign> ·{' '}
        </>
      )}
      {expiresAt !== null && (
        <>
          ends in <Until at={expiresAt} /> ·{' '}
        </>
      )}
    </>
  )
}
