import { Check, CircleQuestionMark, Globe, Trash2 } from 'lucide-react'
import type { CommandPreviewPart, Preview } from '../../src/contract/preview.ts'
import { Code } from '../ui/code.tsx'
import { RiskBadge } from '../ui/risk.tsx'
import { Foreign } from '../ui/text.tsx'

type CommandPreview = Extract<Preview, { kind: 'command' }>

const VERDICTS: Readonly<Record<CommandPreviewPart['verdict'], { words: string; tone: string; icon: typeof Check }>> = {
  'read-only': { words: 'only reads', tone: 'text-good', icon: Check },
  other: { words: 'can change things', tone: 'text-warn', icon: CircleQuestionMark },
  network: { words: 'uses the network', tone: 'text-warn', icon: Globe },
  destroy: { words: 'deletes or overwrites', tone: 'text-high', icon: Trash2 },
  uninspectable: { words: 'cannot be inspected', tone: 'text-bad', icon: CircleQuestionMark },
}

/** The exact command, then each simple command in it with what it does. */
export function CommandView({ preview }: { readonly preview: CommandPreview }) {
  const { command, shell, parts, scripts } = preview
  return (
    <div className="flex flex-col gap-3">
      <Code label="The command">{command}</Code>
      {shell !== null && (
        <p className="text-xs text-muted">
          Read by <Foreign className="font-mono">{shell}</Foreign>
        </p>
      )}
      {parts.length === 0 && (
        <p className="rounded-lg bg-bad-soft px-3 py-2 text-sm text-bad">
          This command could not be taken apart, so nothing is known about what it does.
        </p>
      )}
      {parts.length > 0 && (
        <ul aria-label="Parts of the command" className="flex flex-col gap-1.5">
          {parts.map((part) => (
            <Part key={`${part.start}-${part.end}`} part={part} />
          ))}
        </ul>
      )}
      {scripts.map(({ title, text, isWhole }) => (
        <details key={title} className="rounded-lg border border-line">
          <summary className="px-3 py-2 text-sm font-medium">
            Runs <Foreign className="font-mono">{title}</Foreign>
            {!isWhole && <span className="text-warn"> (only its beginning can be shown)</span>}
          </summary>
          <div className="p-2">
            <Code label={`Script ${title}`}>{text}</Code>
          </div>
        </details>
      ))}
    </div>
  )
}

function Part({ part: { text, verdict, risk, reasons } }: { readonly part: CommandPreviewPart }) {
  const { words, tone, icon: Icon } = VERDICTS[verdict]
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 border-l-2 border-line-strong pl-3">
      <Foreign className="min-w-0 font-mono text-[13px] leading-5">{text}</Foreign>
      <span className={`inline-flex items-center gap-1 text-xs font-medium ${tone}`}>
        <Icon className="size-3.5" aria-hidden="true" />
        {words}
      </span>
      {(risk === 'high' || risk === 'critical') && <RiskBadge risk={risk} />}
      {reasons.length > 0 && <p className="w-full text-xs text-muted">{reasons.join(' ')}</p>}
    </li>
  )
}
