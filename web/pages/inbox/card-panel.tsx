import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ApprovalView } from '../../../src/contract/approvals.ts'
import { api } from '../../data/api.ts'
import { useConnection, useLive } from '../../data/live.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { say, sayError } from '../../ui/toast.tsx'
import { Actions, type Sheet } from './actions.tsx'
import { AnswerForm } from './answer-form.tsx'
import { Card } from './card.tsx'
import { answer, approvalPath, type DecisionDraft, type DecisionOutcome, decide } from './decide.ts'
import { EditSheet } from './edit-sheet.tsx'
import { MessageSheet } from './message-sheet.tsx'
import { RuleSheet } from './rule-sheet.tsx'
import { Settled } from './settled.tsx'

interface PanelProps {
  readonly id: string
  readonly position: string
  readonly onBack: () => void
  readonly onDecided: () => void
}

export function CardPanel({ id, position, onBack, onDecided }: PanelProps) {
  const { data, error } = useLive<ApprovalView>(approvalPath(id), [
    'approval.requested',
    'approval.answered',
    'approval.expired',
    'approval.withdrawn',
  ])
  const { state: connection } = useConnection()
  const [sheet, setSheet] = useState<Sheet | null>(null)
  const [stale, setStale] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another card begins without a sheet or a notice
  useEffect(() => {
    setSheet(null)
    setStale(null)
  }, [id])
  if (data === undefined) return error === undefined ? <Skeleton rows={4} /> : <ErrorState error={error} />

  const act = async (request: () => Promise<DecisionOutcome>, then?: () => Promise<unknown>) => {
    setBusy(true)
    try {
      const outcome = await request()
      setSheet(null)
      if (outcome === 'stale') setStale('It changed since you looked, so nothing was decided. This is how it is now.')
      if (outcome === 'settled') setStale('Somebody or something was quicker: your decision changed nothing.')
      if (outcome !== 'done') return
      await then?.()
      onDecided()
    } catch (cause) {
      sayError(cause)
    } finally {
      setBusy(false)
    }
  }
  const onDecide = (draft: DecisionDraft, after?: 'pause-run') =>
    void act(
      () => decide(data, draft),
      after === 'pause-run'
        ? () => api.post(`/api/runs/${data.runId}/pause`).then(() => say('The run is paused.'))
        : undefined,
    )
  const blocked =
    connection === 'lost' ? 'The connection is lost: a decision could not be confirmed.' : isBusy ? 'Sending…' : null
  return (
    <section aria-labelledby="card-title" className="flex min-h-full flex-col">
      <div className="grow p-4 sm:p-6">
        <Button kind="quiet" size="small" className="mb-2 -ml-2 lg:hidden" onClick={onBack}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          All requests
        </Button>
        {stale !== null && (
          <p role="alert" className="mb-3 rounded-lg bg-warn-soft px-3 py-2 text-sm font-medium text-warn">
            {stale}
          </p>
        )}
        <Settled approval={data} />
        <Card key={data.id} approval={data} position={position} />
      </div>
      {data.state === 'pending' && (
        <footer className="sticky bottom-0 border-t border-line bg-surface px-4 py-3 sm:px-6">
          {data.kind === 'question' ? (
            <AnswerForm
              key={data.id}
              isBlocked={blocked !== null}
              onAnswer={(text) => void act(() => answer(data, text))}
              onDeny={() => onDecide({ decision: 'deny' })}
            />
          ) : (
            <Actions approval={data} blocked={blocked} onDecide={onDecide} onSheet={setSheet} />
          )}
        </footer>
      )}
      {sheet === 'message' && (
        <MessageSheet onClose={() => setSheet(null)} onSend={(message) => onDecide({ decision: 'deny', message })} />
      )}
      {(sheet === 'rule' || sheet === 'block') && (
        <RuleSheet
          approval={data}
          effect={sheet === 'rule' ? 'allow' : 'deny'}
          onClose={() => setSheet(null)}
          onChoose={(rules) =>
            void act(
              () => decide(data, { decision: sheet === 'rule' ? 'approve' : 'deny', scope: 'once' }),
              async () => {
                for (const rule of rules) await api.post('/api/rules', rule)
              },
            )
          }
        />
      )}
      {sheet === 'edit' && <EditSheet approval={data} onClose={() => setSheet(null)} onDecide={onDecide} />}
    </section>
  )
}
