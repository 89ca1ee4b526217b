import { ArrowLeft } from 'lucide-react'
import type { ApprovalView } from '../../../src/contract/approvals.ts'
import type { CallView } from '../../../src/contract/calls.ts'
import type { HostEvent } from '../../../src/contract/events.ts'
import { useLive } from '../../data/live.ts'
import { ArgumentList } from '../../previews/arguments.tsx'
import { PreviewView } from '../../previews/preview.tsx'
import { Button } from '../../ui/button.tsx'
import { Chip, NameChip } from '../../ui/chip.tsx'
import { Code } from '../../ui/code.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { absolute, duration } from '../../ui/time.tsx'
import { BecauseLine } from './because.tsx'
import { CallStateChip } from './call-state.tsx'
import { Timeline } from './timeline.tsx'
import { UndoPanel } from './undo-panel.tsx'

interface Detail {
  readonly call: CallView
  readonly timeline: readonly HostEvent[]
}

export function CallDetail({ id, onBack }: { readonly id: string; readonly onBack: () => void }) {
  const { data, error } = useLive<Detail>(`/api/calls/${encodeURIComponent(id)}`, ['call.finished', 'call.started'])
  if (data === undefined) return error === undefined ? <Skeleton rows={4} /> : <ErrorState error={error} />
  const { call, timeline } = data
  return (
    <article aria-labelledby="call-title" className="flex flex-col gap-5 p-4 sm:p-6">
      <header className="flex flex-col gap-2">
        <Button kind="quiet" size="small" className="-ml-2 self-start lg:hidden" onClick={onBack}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          All calls
        </Button>
        <div className="flex flex-wrap items-center gap-2">
          <h2 id="call-title" className="min-w-0 grow text-lg font-semibold tracking-tight">
            <Foreign>{call.label || call.operation}</Foreign>
          </h2>
          <UndoPanel callId={call.id} />
        </div>
        <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
          <CallStateChip state={call.state} />
          {call.isPerson ? <Chip tone="accent">you</Chip> : <NameChip name={call.client} />}
          <code className="font-mono text-[13px]">{call.operation}</code>
          <span>profile {call.profile}</span>
          <span>{absolute(call.at)}</span>
          {call.durationMs !== null && <span>took {duration(call.durationMs)}</span>}
        </p>
      </header>
      {call.error !== null && (
        <p role="note" className="rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad">
          <strong>{call.error.code}</strong> <Foreign>{call.error.message}</Foreign>
        </p>
      )}
      {call.because !== null && (
        <Section title="Why">
          <BecauseLine because={call.because} />
        </Section>
      )}
      {call.approvalId !== null && <Decided approvalId={call.approvalId} />}
      <Section title="Arguments">
        <ArgumentList args={call.args} />
      </Section>
      {call.output !== null && call.output !== '' && (
        <Section title="Result">
          <Code label="Result">{call.output}</Code>
        </Section>
      )}
      <Section title="What happened">
        <Timeline events={timeline} />
      </Section>
      <p className="font-mono text-xs break-all text-muted">{call.id}</p>
    </article>
  )
}

function Section({ title, children }: { readonly title: string; readonly children: React.ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      {children}
    </section>
  )
}

/** What the person was shown, what they decided, and what they changed. */
function Decided({ approvalId }: { readonly approvalId: string }) {
  const { data } = useLive<ApprovalView>(`/api/approvals/${encodeURIComponent(approvalId)}`)
  if (data === undefined) return null
  const { decidedBy, decidedAt, createdAt, state, scope, message, editedArgs } = data
  return (
    <Section title="What you were shown, and decided">
      <p className="text-sm">
        {state === 'spent' ? 'approved' : state}
        {scope !== null && ` (${scope})`}
        {decidedBy !== null && ` by ${decidedBy}`}
        {decidedAt !== null && ` after ${duration(decidedAt - createdAt)}`}
        {message !== null && (
          <>
            : “<Foreign>{message}</Foreign>”
          </>
        )}
      </p>
      {editedArgs !== null && (
        <div>
          <p className="mb-1 text-sm font-medium">You changed the arguments to</p>
          <ArgumentList args={editedArgs} />
        </div>
      )}
      <details className="rounded-lg border border-line px-3 py-2">
        <summary className="text-sm font-medium">The card</summary>
        <div className="pt-3">
          <PreviewView approval={data} />
        </div>
      </details>
    </Section>
  )
}
