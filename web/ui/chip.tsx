import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Foreign } from './text.tsx'

export type Tone = 'plain' | 'accent' | 'good' | 'bad' | 'warn' | 'high'

const TONES: Readonly<Record<Tone, string>> = {
  plain: 'bg-sunken text-muted border-line',
  accent: 'bg-accent-soft text-accent-ink border-transparent',
  good: 'bg-good-soft text-good border-transparent',
  bad: 'bg-bad-soft text-bad border-transparent',
  warn: 'bg-warn-soft text-warn border-transparent',
  high: 'bg-high-soft text-high border-transparent',
}

interface ChipProps {
  readonly tone?: Tone
  readonly children: ReactNode
  readonly className?: string
  readonly title?: string
}

export function Chip({ tone = 'plain', children, className, title }: ChipProps) {
  return (
    <span
      title={title}
      className={classes(
        'inline-flex items-center gap-1 rounded-md border px-1.5 py-0.5 text-xs font-medium',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

/** A name that somebody else chose. The frame is ours, so that a name cannot look like a part of the page. */
export function NameChip({ name, title }: { readonly name: string; readonly title?: string }) {
  return (
    <span
      title={title}
      className="inline-flex max-w-64 items-center overflow-hidden rounded-md border border-line-strong bg-sunken px-1.5 py-0.5 font-mono text-xs text-text"
    >
      <Foreign className="truncate">{name === '' ? '(no name)' : name.replace(/\s+/g, ' ')}</Foreign>
    </span>
  )
}
