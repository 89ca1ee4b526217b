import type { ReactNode } from 'react'

interface RowProps {
  readonly title: string
  readonly about?: ReactNode
  readonly children: ReactNode
}

export function Row({ title, about, children }: RowProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-b border-line px-4 py-3 last:border-b-0">
      <div className="min-w-40 grow basis-0">
        <p className="text-sm font-medium">{title}</p>
        {about !== undefined && <p className="text-xs text-muted">{about}</p>}
      </div>
      {children}
    </div>
  )
}
