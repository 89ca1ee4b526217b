import { Check, Minus, X } from 'lucide-react'
import type { ClientProof, Proof } from '../../../src/contract/doctor.ts'
import { Foreign } from '../../ui/text.tsx'

const STEPS = { config: 'Configured', starts: 'Starts', tools: 'Lists its tools', call: 'Test call' } as const
const MARKS = {
  ok: { Icon: Check, word: 'ok', ink: 'text-good' },
  failed: { Icon: X, word: 'failed', ink: 'text-bad' },
  'not tried': { Icon: Minus, word: 'not tried', ink: 'text-muted' },
} as const

/** From the entry in a client's configuration to an answer, step by step; what comes after a failure was not reached. */
export function ProofList({ proof: { label, proofs, fix } }: { readonly proof: ClientProof }) {
  return (
    <div className="w-full rounded-lg bg-sunken px-3 py-2">
      <ol aria-label={`Proofs of ${label}`} className="flex flex-col gap-1">
        {proofs.map((proof) => (
          <ProofRow key={proof.step} proof={proof} />
        ))}
      </ol>
      <Fix command={fix} />
    </div>
  )
}

function ProofRow({ proof: { step, state, text } }: { readonly proof: Proof }) {
  const { Icon, word, ink } = MARKS[state]
  return (
    <li className="flex flex-wrap items-baseline gap-2 text-sm">
      <Icon className={`size-4 self-center ${ink}`} aria-hidden="true" />
      <span className="font-medium">{STEPS[step]}</span>
      <span className={ink}>{word}</span>
      <Foreign className="min-w-0 break-words text-muted">{text}</Foreign>
    </li>
  )
}

/** What puts it right; a command where there is one. */
export function Fix({ command }: { readonly command: string | null | undefined }) {
  if (command == null) return null
  return (
    <p className="mt-1 text-sm">
      To put it right:{' '}
      <code className="rounded border border-line bg-surface px-1 font-mono text-[13px] break-all">
        <Foreign>{command}</Foreign>
      </code>
    </p>
  )
}
