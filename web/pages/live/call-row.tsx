import { Square } from 'lucide-react'
import { useState } from 'react'
import type { Because } from '../../../src/contract/policy.ts'
import { Link } from '../../app/router.tsx'
import { api } from '../../data/api.ts'
import { ArgumentList } from '../../previews/arguments.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago, duration, useNow } from '../../ui/time.tsx'
import { sayError } from '../../ui/toast.tsx'
import { CallStateChip } from '../history/call-state.tsx'
import type { LiveCall } from './live-calls.ts'

/** Why it ran, asked or was refused, in a word or two; the row opens to the whole reason. */
const WHY: Partial<Record<Because['step'], string>> = {
  default: 'by its level',
  ceiling: 'by its level',
  floor: 'protected',
  deny_rule: 'by a rule',
  ask_rule: 'by a rule',
  allow_rule: 'by a rule',
  grant: 'permission',
  approved_once: 'you approved',
  confirm: 'asks every time',
  allowed: 'allowed tool',
  auto_approve: 'automatic',
  person: 'your own call',
  caller_confirms: 'its client confirms',
}

export function CallRow({ call }: { readonly call: LiveCall }) {
  const [isOpen, setOpen] = useState(false)
  const isRunning = call.state === 'running'
  return (
    <li data-call={call.id} className="px-4 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="min-w-0 grow text-left text-sm font-medium hover:underline"
        >
          <Foreign>{call.label}</Foreign>
        </button>
        {call.because !== null && (
          <Chip title={call.because.reason} className="max-w-60 truncate">
            {WHY[call.because.step] ?? call.because.step.replaceAll('_', ' ')}
          </Chip>
        )}
        <CallStateChip state={call.state} />
        <span className="text-xs text-muted tabular-nums">
          {call.durationMs !== null ? (
            duration(call.durationMs)
          ) : isRunning ? (
            <Running since={call.at} />
          ) : (
            <Ago at={call.at} />
          )}
        </span>
        {isRunning && (
          <IconButton
            label={`Stop ${call.label}`}
            onClick={() => void api.post(`/api/calls/${call.id}/stop`).catch(sayError)}
          >
            <Square className="size-4" aria-hidden="true" />
          </IconButton>
        )}
        {call.state === 'waiting' && (
          <Link href="/" className="text-xs text-accent-ink underline">
            Decide
          </Link>
        )}
      </div>
      {isRunning && call.fraction !== null && (
        <progress aria-label="Progress" className="mt-2 h-1.5 w-full" value={call.fraction} max={1} />
      )}
      {call.error !== null && (
        <p className="mt-1 text-sm text-bad">
          <Foreign>{call.error}</Foreign>
        </p>
      )}
      {(isRunning || isOpen) && call.tail.length > 0 && <Tail lines={call.tail} />}
      {isOpen && (
        <div className="mt-3 flex flex-col gap-3">
          {call.because !== null && (
            <p className="text-sm text-muted">
              <Foreign>{call.because.reason}</Foreign>
            </p>
          )}
          <p className="font-mono text-xs text-muted">{call.operation}</p>
          <ArgumentList args={call.args} />
          <div>
            <Link href={`/history/${call.id}`}>
              <Button size="small">Whole record</Button>
            </Link>
          </div>
        </div>
      )}
    </li>
  )
}

function Tail({ lines }: { readonly lines: readonly string[] }) {
  return (
    <pre className="mt-2 max-h-40 overflow-auto rounded-lg bg-sunken p-2 font-mono text-xs whitespace-pre-wrap">
      <Foreign>{lines.join('\n')}</Foreign>
    </pre>
  )
}

function Running({ since }: { readonly since: number }) {
  return <>{duration(Math.max(0, useNow() - since))}</>
}
