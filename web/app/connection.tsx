import { WifiOff } from 'lucide-react'
import { retryConnection, useConnection } from '../data/live.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { span, useNow } from '../ui/time.tsx'

const WORDS = { connecting: 'Connecting', live: 'Live', lost: 'Connection lost' } as const
const DOTS = { connecting: 'bg-warn', live: 'bg-good', lost: 'bg-bad' } as const

/** Whether what is shown is what is, and how old it may be. */
export function ConnectionDot() {
  const { state, heardAt } = useConnection()
  const age = Math.max(0, (useNow() - heardAt) / 1_000)
  return (
    <span
      className="inline-flex items-center gap-2 text-xs text-muted tabular-nums"
      title={`${WORDS[state]}. Last heard ${span(age)} ago.`}
    >
      <span aria-hidden="true" className={classes('size-2.5 rounded-full', DOTS[state])} />
      <span className="max-sm:sr-only">{WORDS[state]}</span>
      <span className="max-md:sr-only">· {span(age)}</span>
    </span>
  )
}

export function ConnectionBanner() {
  const { state, heardAt } = useConnection()
  const now = useNow()
  if (state !== 'lost') return null
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 border-b border-bad bg-bad-soft px-4 py-2 text-bad">
      <WifiOff className="size-4" aria-hidden="true" />
      <p className="grow text-sm font-medium">
        Connection lost. What you see is {span(Math.max(0, (now - heardAt) / 1_000))} old; decisions cannot be
        delivered. Trying again.
      </p>
      <Button size="small" onClick={retryConnection}>
        Try now
      </Button>
    </div>
  )
}
