import { useState } from 'react'
import type { ClientProof } from '../../../src/contract/doctor.ts'
import { api } from '../../data/api.ts'
import { Button } from '../../ui/button.tsx'
import { sayError } from '../../ui/toast.tsx'
import { ProofList } from './proof-list.tsx'

/** Starts what the client starts, and makes a call through it that changes nothing. */
export function ClientTest({ id, label }: { readonly id: string; readonly label: string }) {
  const [proof, setProof] = useState<ClientProof | null>(null)
  const [isBusy, setBusy] = useState(false)
  const test = async () => {
    setBusy(true)
    try {
      setProof(await api.post<ClientProof>(`/api/clients/${id}/test`))
    } catch (cause) {
      sayError(cause)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button size="small" aria-label={`Test ${label}`} disabled={isBusy} onClick={() => void test()}>
        {isBusy ? 'Testing…' : 'Test'}
      </Button>
      {proof !== null && (
        <div role="status" className="order-last w-full">
          <ProofList proof={proof} />
        </div>
      )}
    </>
  )
}
