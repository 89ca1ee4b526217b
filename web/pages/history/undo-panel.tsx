import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { UndoPlan } from '../../../src/contract/undo.ts'
import { Link } from '../../app/router.tsx'
import { api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Foreign } from '../../ui/text.tsx'
import { say, sayError } from '../../ui/toast.tsx'

/** What an undo would do, line by line, before it is done. Absent where there is nothing to undo. */
export function UndoPanel({ callId }: { readonly callId: string }) {
  const path = `/api/history/${encodeURIComponent(callId)}/undo`
  const { data: plan } = useLive<UndoPlan>(path)
  const [isOpen, setOpen] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (plan === undefined || plan.state === 'nothing') return null
  if (plan.state === 'undone') {
    return (
      <p className="text-sm text-muted">
        Undone
        {plan.undoneBy !== null && (
          <>
            {' '}
            by{' '}
            <Link href={`/history/${plan.undoneBy}`} className="text-accent-ink underline">
              this call
            </Link>
          </>
        )}
        .
      </p>
    )
  }
  const run = async (force: boolean) => {
    setBusy(true)
    try {
      await api.post(path, force ? { force: true } : {})
      await reload(path)
      setOpen(false)
      say('Undone. The undo is a call of its own, and can be undone too.')
    } catch (cause) {
      sayError(cause)
      await reload(path)
    } finally {
      setBusy(false)
    }
  }
  const hasConflict = plan.state === 'conflict'
  const canForce = plan.steps.every(({ conflict, canForce: can }) => conflict === null || can)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Undo2 className="size-4" aria-hidden="true" />
        Undo…
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Undo this call"
        about={hasConflict ? 'Something changed since. Look before you insist.' : 'All of it, or nothing.'}
      >
        <ul aria-label="What the undo does" className="flex flex-col gap-2">
          {plan.steps.map(({ path: file, action, conflict }) => (
            <li key={`${file}${action}`} className="rounded-lg border border-line px-3 py-2">
              <p className="text-sm">
                <span className="font-medium">{action}</span>{' '}
                <Foreign className="font-mono text-[13px]">{file}</Foreign>
              </p>
              {conflict !== null && (
                <p className="text-sm text-bad">
                  <Foreign>{conflict}</Foreign>
                </p>
              )}
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Cancel</Button>
          {hasConflict ? (
            <Button kind="danger" disabled={isBusy || !canForce} onClick={() => void run(true)}>
              Undo anyway
            </Button>
          ) : (
            <Button kind="primary" disabled={isBusy} onClick={() => void run(false)}>
              Undo
            </Button>
          )}
        </DialogActions>
      </Dialog>
    </>
  )
}
