import { Chip } from '../ui/chip.tsx'
import { Foreign } from '../ui/text.tsx'

interface StepsPreview {
  readonly kind: 'steps'
  readonly steps: readonly {
    readonly title: string
    readonly command?: string | null
    readonly verdict?: 'allow' | 'ask' | 'deny' | null
  }[]
}

const TONES = { allow: 'good', ask: 'warn', deny: 'bad' } as const
const WORDS = { allow: 'would run', ask: 'would ask', deny: 'would be refused' } as const

export function isSteps(preview: unknown): preview is StepsPreview {
  const { kind, steps } = preview as Partial<StepsPreview>
  return kind === 'steps' && Array.isArray(steps)
}

/** A plan, step by step, with which of them would ask on their own. */
export function StepsView({ preview: { steps } }: { readonly preview: StepsPreview }) {
  return (
    <ol className="flex flex-col gap-2">
      {steps.map(({ title, command, verdict }, index) => (
        <li key={index} className="rounded-lg border border-line px-3 py-2">
          <p className="flex flex-wrap items-center gap-2 text-sm font-medium">
            <span className="text-muted tabular-nums">{index + 1}</span>
            <Foreign>{title}</Foreign>
            {typeof verdict === 'string' && <Chip tone={TONES[verdict]}>{WORDS[verdict]}</Chip>}
          </p>
          {typeof command === 'string' && <Foreign className="font-mono text-[13px]">{command}</Foreign>}
        </li>
      ))}
    </ol>
  )
}
