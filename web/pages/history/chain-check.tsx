import { ShieldCheck, ShieldX } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../data/api.ts'
import { Button } from '../../ui/button.tsx'
import { Foreign } from '../../ui/text.tsx'
import { sayError } from '../../ui/toast.tsx'

interface Verification {
  readonly ok: boolean
  readonly entries: number
  readonly firstBadSeq?: number
  readonly reason?: string
}

/** Every entry is chained to the one before it; this reads all of them. */
export function ChainCheck() {
  const [result, setResult] = useState<Verification | null>(null)
  const [isBusy, setBusy] = useState(false)
  const check = async () => {
    setBusy(true)
    try {
      setResult(await api.post<Verification>('/api/history/verify'))
    } catch (cause) {
      sayError(cause)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="small" disabled={isBusy} onClick={() => void check()}>
        <ShieldCheck className="size-4" aria-hidden="true" />
        {isBusy ? 'Checking…' : 'Check the chain'}
      </Button>
      {result?.ok === true && (
        <p role="status" className="text-sm text-good">
          {result.entries} entries, unbroken
        </p>
      )}
      {result?.ok === false && (
        <p role="alert" className="flex items-center gap-2 rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad">
          <ShieldX className="size-4" aria-hidden="true" />
          The history is broken at entry {result.firstBadSeq ?? '?'}. <Foreign>{result.reason ?? ''}</Foreign>
        </p>
      )}
    </div>
  )
}
