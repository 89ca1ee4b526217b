import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ApiError } from '../data/api.ts'
import { Button } from './button.tsx'
import { Foreign } from './text.tsx'

interface EmptyProps {
  readonly title: string
  readonly children?: ReactNode
  readonly icon?: ReactNode
}

export function EmptyState({ title, children, icon }: EmptyProps) {
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-16 text-center">
      {icon !== undefined && <div className="text-muted">{icon}</div>}
      <p className="text-base font-semibold">{title}</p>
      {children !== undefined && <div className="max-w-xl text-muted">{children}</div>}
    </div>
  )
}

export function ErrorState({ error, onRetry }: { readonly error: ApiError; readonly onRetry?: () => void }) {
  return (
    <div role="alert" className="m-4 flex items-start gap-3 rounded-xl border border-bad bg-bad-soft p-4 text-bad">
      <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 grow">
        <p className="font-medium">
          <Foreign>{error.message}</Foreign>
        </p>
        {error.hint !== null && (
          <p className="mt-1 text-sm">
            <Foreign>{error.hint}</Foreign>
          </p>
        )}
      </div>
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

const ROWS = [0, 1, 2, 3, 4, 5]

/** Has the measures of what comes, so that nothing jumps. */
export function Skeleton({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-3 p-4">
      {ROWS.slice(0, rows).map((row) => (
        <div key={row} className="h-12 animate-pulse rounded-lg bg-sunken" />
      ))}
    </div>
  )
}
