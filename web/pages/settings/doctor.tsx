import { CircleAlert, CircleCheck, Info, Stethoscope } from 'lucide-react'
import { useState } from 'react'
import type { DoctorFinding, DoctorReport, Patience, Protections } from '../../../src/contract/doctor.ts'
import { api } from '../../data/api.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/page.tsx'
import { Foreign } from '../../ui/text.tsx'
import { sayError } from '../../ui/toast.tsx'
import { Fix, ProofList } from '../clients/proof-list.tsx'

/** The checks of `upperhand doctor`, run by the daemon. They look and change nothing; each problem says what helps. */
export function Doctor() {
  const [report, setReport] = useState<DoctorReport | null>(null)
  const [isBusy, setBusy] = useState(false)
  const examine = async () => {
    setBusy(true)
    try {
      setReport(await api.post<DoctorReport>('/api/doctor'))
    } catch (cause) {
      sayError(cause)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Panel
      title="Doctor"
      actions={
        <Button size="small" disabled={isBusy} onClick={() => void examine()}>
          <Stethoscope className="size-4" aria-hidden="true" />
          {isBusy ? 'Looking…' : 'Check everything'}
        </Button>
      }
    >
      <div className="flex flex-col gap-4 p-4">
        {report === null ? (
          <p className="text-sm text-muted">
            Programs, permissions of files, the history, and every connected client with a test call.
          </p>
        ) : (
          <Report report={report} />
        )}
      </div>
    </Panel>
  )
}

function Report({ report: { isFine, findings, clients, patience, protections } }: { readonly report: DoctorReport }) {
  return (
    <>
      <p role="status" className={`text-sm font-medium ${isFine ? 'text-good' : 'text-bad'}`}>
        {isFine ? 'Everything is in order.' : 'Something is wrong. What helps stands beside it.'}
      </p>
      <ul aria-label="Findings" className="flex flex-col gap-2">
        {findings.map((finding) => (
          <FindingRow key={`${finding.area} ${finding.text}`} finding={finding} />
        ))}
      </ul>
      {clients.map((client) => (
        <div key={client.id}>
          <h3 className="mb-1 text-sm font-medium">{client.label}</h3>
          <ProofList proof={client} />
        </div>
      ))}
      <Waits patience={patience} />
      <Protected protections={protections} />
    </>
  )
}

const MARKS = {
  ok: { Icon: CircleCheck, word: 'ok', ink: 'text-good' },
  note: { Icon: Info, word: 'note', ink: 'text-muted' },
  problem: { Icon: CircleAlert, word: 'problem', ink: 'text-bad' },
} as const

function FindingRow({ finding: { area, state, text, fix } }: { readonly finding: DoctorFinding }) {
  const { Icon, word, ink } = MARKS[state]
  return (
    <li className="flex items-start gap-2 text-sm">
      <Icon className={`mt-0.5 size-4 shrink-0 ${ink}`} aria-hidden="true" />
      <div className="min-w-0">
        <p className="break-words">
          <span className="font-medium">{area}</span> <span className={ink}>{word}</span>{' '}
          <Foreign className="text-muted">{text}</Foreign>
        </p>
        <Fix command={fix} />
      </div>
    </li>
  )
}

function Waits({ patience }: { readonly patience: readonly Patience[] }) {
  if (patience.length === 0) return null
  return (
    <div>
      <h3 className="mb-1 text-sm font-medium">How long clients waited</h3>
      <ul className="text-sm text-muted">
        {patience.map(({ client, longestAnsweredMs, gaveUpAfterMs }) => (
          <li key={client}>
            <Foreign className="font-mono">{client}</Foreign>: answered after up to {seconds(longestAnsweredMs)},{' '}
            {gaveUpAfterMs === null ? 'never gave up' : `gave up after ${seconds(gaveUpAfterMs)}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Protected({ protections: { active, missing } }: { readonly protections: Protections }) {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {[
        { title: 'Active here', lines: active },
        { title: 'Not active here', lines: missing },
      ].map(({ title, lines }) => (
        <div key={title}>
          <h3 className="mb-1 text-sm font-medium">{title}</h3>
          <ul className="list-disc pl-5 text-sm text-muted">
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

function seconds(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 1_000)} s`
}
