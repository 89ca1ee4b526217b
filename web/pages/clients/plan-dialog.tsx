import { useEffect, useState } from 'react'
import type { ClientPlanView, ClientView } from '../../../src/contract/clients.ts'
import { useStatus } from '../../app/status.ts'
import { ApiError, api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { Diff } from '../../previews/diff.tsx'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/code.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { CLIENTS } from './clients.tsx'

interface PlanProps {
  readonly client: ClientView
  readonly action: 'connect' | 'disconnect'
  readonly onClose: () => void
}

export function PlanDialog({ client, action, onClose }: PlanProps) {
  const { data: status } = useStatus()
  const [profile, setProfile] = useState('')
  const [plan, setPlan] = useState<ClientPlanView | null>(null)
  const [done, setDone] = useState<{ readonly file: string; readonly backup: string | null } | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const attempt = async (request: () => Promise<void>) => {
    setError(null)
    try {
      await request()
    } catch (cause) {
      setError(cause instanceof ApiError ? cause : new ApiError(0, 'INTERNAL', String(cause), null))
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at again only for another wish
  useEffect(() => {
    void attempt(async () => {
      setPlan(null)
      const wish = { action, ...(profile === '' ? {} : { profile }) }
      setPlan(await api.post<ClientPlanView>(`${CLIENTS}/${client.id}/plan`, wish))
    })
  }, [client.id, action, profile])
  const apply = () =>
    attempt(async () => {
      setDone(await api.post(`${CLIENTS}/apply`, { planId: plan?.planId }))
      await reload(CLIENTS)
    })
  const verb = action === 'connect' ? 'Connect' : 'Disconnect'
  return (
    <Dialog isOpen isWide onClose={onClose} title={`${verb} ${client.label}`}>
      <div className="flex flex-col gap-3">
        {action === 'connect' && done === null && (
          <SelectField
            label="Profile"
            value={profile}
            onChange={({ target }) => setProfile(target.value)}
            options={[
              { value: '', label: 'The active one' },
              ...(status?.profiles ?? []).map(({ id, label }) => ({ value: id, label: `${id} (${label})` })),
            ]}
          />
        )}
        {error !== null && <ErrorState error={error} />}
        {plan === null && error === null && <Skeleton rows={2} />}
        {done !== null && (
          <p role="status" className="rounded-lg bg-good-soft px-3 py-2 text-sm text-good">
            Done. Restart {client.label} to use it.
            {done.backup !== null && (
              <>
                {' '}
                What was there is kept in <Foreign className="font-mono">{done.backup}</Foreign>.
              </>
            )}
          </p>
        )}
        {plan !== null && done === null && <PlanView plan={plan} />}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{done === null ? 'Cancel' : 'Close'}</Button>
        {plan?.kind === 'change' && done === null && (
          <Button kind="primary" onClick={() => void apply()}>
            Make this change
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

function PlanView({
  plan: { kind, file, diff, reason, hint, snippet, steps, notes },
}: {
  readonly plan: ClientPlanView
}) {
  return (
    <>
      {reason !== null && (
        <p className={kind === 'refused' ? 'text-sm text-bad' : 'text-sm'}>
          <Foreign>{reason}</Foreign> <Foreign>{hint ?? ''}</Foreign>
        </p>
      )}
      {diff !== null && <Diff path={file ?? ''} unified={diff} />}
      {snippet !== null && (
        <div>
          <p className="mb-1 text-sm font-medium">To paste by hand</p>
          <Code label="To paste by hand">{snippet}</Code>
        </div>
      )}
      {steps.length > 0 && (
        <ol className="list-decimal pl-5 text-sm">
          {steps.map((step) => (
            <li key={step}>
              <Foreign>{step}</Foreign>
            </li>
          ))}
        </ol>
      )}
      {notes.map((note) => (
        <p key={note} className="text-sm text-muted">
          <Foreign>{note}</Foreign>
        </p>
      ))}
    </>
  )
}
