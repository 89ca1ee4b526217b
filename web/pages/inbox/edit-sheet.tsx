import { useState } from 'react'
import type { ApprovalView, EditedCard } from '../../../src/contract/approvals.ts'
import { ApiError, api } from '../../data/api.ts'
import { ArgumentList, shown } from '../../previews/arguments.tsx'
import { PreviewView } from '../../previews/preview.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { RiskBadge } from '../../ui/risk.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { useArmed } from './arming.ts'
import { approvalPath, type DecisionDraft } from './decide.ts'

interface EditProps {
  readonly approval: ApprovalView
  readonly onClose: () => void
  readonly onDecide: (draft: DecisionDraft) => void
}

/** Arguments are changed, checked by the daemon, looked at, and then approved: what was looked at is what runs. */
export function EditSheet({ approval, onClose, onDecide }: EditProps) {
  const [texts, setTexts] = useState(() =>
    Object.fromEntries(Object.entries(approval.args).map(([name, value]) => [name, shown(value)])),
  )
  const [checked, setChecked] = useState<{ readonly card: EditedCard; readonly args: Record<string, unknown> } | null>(
    null,
  )
  const [error, setError] = useState<ApiError | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isArmed = useArmed(checked === null ? '' : checked.card.editedDigest)
  const change = (name: string, text: string) => {
    setTexts({ ...texts, [name]: text })
    setChecked(null)
  }
  const check = async () => {
    setBusy(true)
    setError(null)
    try {
      const args = parsedArguments(approval.args, texts)
      const { version, digest } = approval
      const card = await api.post<EditedCard>(`${approvalPath(approval.id)}/edited`, {
        version,
        digest,
        editedArgs: args,
      })
      setChecked({ card, args })
    } catch (cause) {
      setError(cause instanceof ApiError ? cause : new ApiError(0, 'INVALID_PARAMETERS', String(cause), null))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Edit the arguments"
      about="The call runs with yours, once, and the agent is told that you changed them."
    >
      <div className="flex flex-col gap-3">
        {Object.entries(texts).map(([name, text]) => (
          <TextArea
            key={name}
            label={name}
            rows={Math.min(12, text.split('\n').length + 1)}
            value={text}
            onChange={({ target }) => change(name, target.value)}
          />
        ))}
      </div>
      {error !== null && <ErrorState error={error} />}
      {checked !== null && (
        <section aria-label="What would run" className="mt-4 flex flex-col gap-3 rounded-lg border border-line p-3">
          <div className="flex flex-wrap items-center gap-2">
            <RiskBadge risk={checked.card.risk.tier} />
            <Foreign className="text-sm font-medium">{checked.card.label}</Foreign>
          </div>
          {checked.card.verdict === 'deny' && (
            <p className="rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad">
              This would be refused: <Foreign>{checked.card.because.reason}</Foreign>
            </p>
          )}
          <PreviewView approval={checked.card} />
          <ul className="text-sm">
            {checked.card.risk.reasons.map((reason) => (
              <li key={reason}>
                <Foreign>{reason}</Foreign>
              </li>
            ))}
          </ul>
          {checked.card.preview.kind !== 'arguments' && (
            <details>
              <summary className="text-sm font-medium">All raw arguments</summary>
              <ArgumentList args={checked.args} />
            </details>
          )}
        </section>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button disabled={isBusy} onClick={() => void check()}>
          Check what would run
        </Button>
        <Button
          kind="primary"
          disabled={checked === null || !isArmed || checked.card.verdict === 'deny'}
          onClick={() =>
            checked !== null &&
            onDecide({
              decision: 'approve',
              scope: 'once',
              editedArgs: checked.args,
              editedDigest: checked.card.editedDigest,
            })
          }
        >
          Approve the edited call
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** A text stays a text; anything else is JSON and must still be. */
function parsedArguments(
  original: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      if (typeof original[name] === 'string') return [name, text]
      try {
        return [name, JSON.parse(text)]
      } catch {
        throw new ApiError(
          0,
          'INVALID_PARAMETERS',
          `${name} must be JSON.`,
          'Numbers, true and false stand without quotes.',
        )
      }
    }),
  )
}
