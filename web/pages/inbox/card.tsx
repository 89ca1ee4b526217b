import { useState } from 'react'
import type { ApprovalSummary, ApprovalView } from '../../../src/contract/approvals.ts'
import { useKeys } from '../../app/keys.ts'
import { useLive } from '../../data/live.ts'
import { ArgumentList } from '../../previews/arguments.tsx'
import { PreviewView } from '../../previews/preview.tsx'
import { Chip, NameChip } from '../../ui/chip.tsx'
import { OperationIcon } from '../../ui/operation-icon.tsx'
import { RiskBadge } from '../../ui/risk.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago, Until } from '../../ui/time.tsx'
import { isInInbox } from './actions.tsx'
import { seenBefore } from './seen-before.ts'

interface CardProps {
  readonly approval: ApprovalView
  readonly position: string
}

/** Who, what, where, why, effect and risk. Everything on it is what will run; only the note is the agent's. */
export function Card({ approval, position }: CardProps) {
  const [isRaw, setRaw] = useState(false)
  useKeys({ v: () => isInInbox() && setRaw(!isRaw) })
  const { id, title, label, lineage, cwd, risk, because, details, note, createdAt, operation, args, profile } = approval
  const reasons = [...new Set([because.reason, ...risk.reasons])]
  const [client = '', ...path] = lineage
  const isQuestion = approval.kind === 'question'
  const isOutside = approval.resources.some((resource) => resource.kind === 'path' && resource.zone === 'outside')
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <RiskBadge risk={risk.tier} />
          <h2 id="card-title" className="flex items-center gap-2 text-lg font-semibold tracking-tight">
            <OperationIcon name={approval.icon} />
            {title}
          </h2>
          <p className="ml-auto text-xs text-muted tabular-nums">
            {position} · asked <Ago at={createdAt} />
          </p>
        </div>
        <p className="flex flex-wrap items-center gap-1.5 text-sm">
          <NameChip name={client} title="The client, by the name it gives itself" />
          {path.map((name) => (
            <span key={name} className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className="text-muted">
                ›
              </span>
              <NameChip name={name.replace(/^(run_[0-9a-f]{6})[0-9a-f]+$/, '$1…')} title={name} />
            </span>
          ))}
          <span className="text-muted">{isQuestion ? 'asks you' : 'wants'}</span>
          {!isQuestion && <code className="font-mono text-[13px]">{operation}</code>}
        </p>
        <p className="text-sm text-muted">
          in <Foreign className="font-mono text-[13px] text-text">{cwd}</Foreign> · profile {profile}
          {isOutside && (
            <Chip tone="high" className="ml-2">
              outside the working directory
            </Chip>
          )}
        </p>
      </header>
      {!isQuestion && (
        <p className="text-sm font-medium">
          <Foreign>{label}</Foreign>
        </p>
      )}
      <PreviewView approval={approval} />
      {details.length > 0 && !isQuestion && (
        <ul aria-label="Details" className="list-disc pl-5 text-sm">
          {details.map((detail) => (
            <li key={detail}>
              <Foreign>{detail}</Foreign>
            </li>
          ))}
        </ul>
      )}
      <section aria-label="Why it asks" className="rounded-lg border border-line bg-sunken px-3 py-2 text-sm">
        <h3 className="text-xs font-semibold text-muted">Why it asks</h3>
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>
              <Foreign>{reason}</Foreign>
            </li>
          ))}
        </ul>
      </section>
      {note !== null && (
        <blockquote className="border-l-4 border-line-strong pl-3 text-sm">
          <p className="text-xs font-medium text-muted">The agent says (not verified)</p>
          <p className="whitespace-pre-wrap">
            <Foreign>{note}</Foreign>
          </p>
        </blockquote>
      )}
      <SeenBefore approval={approval} />
      <details
        open={isRaw}
        onToggle={({ currentTarget }) => setRaw(currentTarget.open)}
        className="rounded-lg border border-line px-3 py-2"
      >
        <summary className="text-sm font-medium">All raw arguments</summary>
        <div className="flex flex-col gap-3 pt-3">
          <ArgumentList args={args} />
          <p className="font-mono text-xs break-all text-muted">
            {id} · version {approval.version} · {approval.digest}
          </p>
        </div>
      </details>
      <Patience approval={approval} />
    </div>
  )
}

/** The client's patience, not the person's. */
function Patience({ approval: { waiting, expiresAt, state, kind } }: { readonly approval: ApprovalView }) {
  if (state !== 'pending') return null
  return (
    <p className="text-xs text-muted">
      {waiting > 0
        ? 'The client is waiting for your answer.'
        : kind === 'question'
          ? 'The client is not waiting any more. Your answer is kept until it asks again.'
          : 'The client is not waiting any more. If you approve, the same call runs when it comes again within 10 minutes.'}{' '}
      This question expires in <Until at={expiresAt} />.
    </p>
  )
}

function SeenBefore({ approval }: { readonly approval: ApprovalView }) {
  const { data } = useLive<{ readonly approvals: readonly ApprovalSummary[] }>('/api/approvals', ['approval.answered'])
  const seen = data === undefined ? null : seenBefore(approval, data.approvals)
  if (seen === null) return null
  return (
    <p className="text-sm text-muted">
      Seen before: the same was approved {seen.approved}×, denied {seen.denied}×
      {seen.message !== null && (
        <>
          {' '}
          (“<Foreign>{seen.message}</Foreign>”)
        </>
      )}
    </p>
  )
}
