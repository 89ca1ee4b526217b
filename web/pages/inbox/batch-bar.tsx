import { useState } from 'react'
import type { ApprovalSummary, ApprovalView } from '../../../src/contract/approvals.ts'
import { useKeys } from '../../app/keys.ts'
import { api } from '../../data/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Foreign } from '../../ui/text.tsx'
import { say, sayError } from '../../ui/toast.tsx'
import { isInInbox } from './actions.tsx'
import { useArmed } from './arming.ts'
import { whyNoBatch } from './batch.ts'
import { approvalPath, decide } from './decide.ts'

interface BatchProps {
  readonly approvals: readonly ApprovalSummary[]
  readonly onDone: () => void
}

/** Decides several equal requests, each named on the sheet, each as it was when the sheet opened. */
export function BatchBar({ approvals, onDone }: BatchProps) {
  const [open, setOpen] = useState<'approve' | 'deny' | null>(null)
  const [seen, setSeen] = useState<readonly ApprovalSummary[]>([])
  const why = whyNoBatch(approvals)
  const show = (decision: 'approve' | 'deny') => {
    if (why !== null) return
    setSeen(approvals)
    setOpen(decision)
  }
  useKeys({ A: () => isInInbox() && show('approve'), D: () => isInInbox() && show('deny') }, approvals.length > 0)
  if (approvals.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-3 py-2">
      <p className="grow text-sm font-medium">{approvals.length} selected</p>
      {why !== null && approvals.length > 1 && <p className="w-full text-xs text-warn">{why}</p>}
      <Button size="small" kind="danger" disabled={why !== null} onClick={() => show('deny')}>
        Deny all
      </Button>
      <Button size="small" kind="primary" disabled={why !== null} onClick={() => show('approve')}>
        Approve all
      </Button>
      <Button size="small" kind="quiet" onClick={onDone}>
        Clear
      </Button>
      {open !== null && (
        <BatchSheet
          decision={open}
          approvals={seen}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            onDone()
          }}
        />
      )}
    </div>
  )
}

interface SheetProps extends BatchProps {
  readonly decision: 'approve' | 'deny'
  readonly onClose: () => void
}

function BatchSheet({ decision, approvals, onClose, onDone }: SheetProps) {
  const [isBusy, setBusy] = useState(false)
  const isArmed = useArmed(decision)
  const run = async () => {
    setBusy(true)
    let done = 0
    try {
      for (const { id, version, digest } of approvals) {
        const full = await api.get<ApprovalView>(approvalPath(id))
        if (full.version !== version || full.digest !== digest) continue
        if ((await decide(full, { decision, scope: 'once' })) === 'done') done += 1
      }
      say(`${done} of ${approvals.length} ${decision === 'approve' ? 'approved' : 'denied'}.`)
      onDone()
    } catch (cause) {
      sayError(cause)
      setBusy(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${decision === 'approve' ? 'Approve' : 'Deny'} ${approvals.length} requests`}
      about="Each once. One that changes meanwhile is left out."
    >
      <ol className="flex flex-col gap-2">
        {approvals.map(({ id, label, cwd }) => (
          <li key={id} className="rounded-lg border border-line px-3 py-2">
            <Foreign className="font-mono text-[13px]">{label}</Foreign>
            <p className="text-xs text-muted">
              in <Foreign>{cwd}</Foreign>
            </p>
          </li>
        ))}
      </ol>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind={decision === 'approve' ? 'primary' : 'danger'}
          disabled={isBusy || !isArmed}
          onClick={() => void run()}
        >
          {decision === 'approve' ? 'Approve all' : 'Deny all'}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
