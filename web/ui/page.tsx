import type { ReactNode } from 'react'
import { classes } from './classes.ts'

interface PageProps {
  readonly title: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Page({ title, about, actions, children }: PageProps) {
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 p-4 sm:p-6">
      <header className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 grow">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {about !== undefined && <p className="mt-1 text-muted">{about}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

interface PanelProps {
  readonly title?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

export function Panel({ title, actions, children, className }: PanelProps) {
  return (
    <section className={classes('rounded-xl border border-line bg-surface shadow-card', className)}>
      {title !== undefined && (
        <header className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
          <h2 className="grow text-sm font-semibold">{title}</h2>
          {actions}
        </header>
      )}
      {children}
    </section>
  )
}
