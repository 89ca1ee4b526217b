import { Plus, SquareTerminal } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link, useAddress } from '../../app/router.tsx'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Board, type BoardRow } from './board.tsx'
import { NewTerminal } from './new-terminal.tsx'
import { SessionList } from './session-list.tsx'
import { TerminalView } from './terminal-view.tsx'

const PATH = '/api/processes'
/** CPU and memory have no events of their own. */
const LOOK_EVERY_MS = 3_000

export default function TerminalsPage() {
  const { rest: selected } = useAddress()
  const { data, error } = useLive<{ processes: readonly BoardRow[] }>(PATH, [
    'terminal.opened',
    'terminal.changed',
    'terminal.ended',
  ])
  const [isOpening, setOpening] = useState(false)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(PATH), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  const rows = data?.processes ?? []
  const shown = rows.find(({ id }) => id === selected)
  const places = [...new Set(rows.map(({ cwd }) => cwd))]
  return (
    <div className="flex h-full min-h-0">
      <div
        className={classes(
          'flex w-full shrink-0 flex-col border-line bg-surface lg:w-72 lg:border-r',
          selected !== '' && 'max-lg:hidden',
          selected === '' && rows.length > 0 && 'max-lg:max-h-none',
        )}
      >
        <header className="flex items-center gap-2 border-b border-line px-3 py-2">
          <h1 className="mr-auto text-base font-semibold">Terminals</h1>
          {selected !== '' && (
            <Link href="/terminals" className={`${buttonClass('quiet', 'small')} max-lg:hidden`}>
              Board
            </Link>
          )}
          <Button size="small" onClick={() => setOpening(true)}>
            <Plus className="size-4" aria-hidden="true" />
            New
          </Button>
        </header>
        {error !== undefined && <ErrorState error={error} onRetry={() => void reload(PATH)} />}
        {data === undefined && error === undefined && <Skeleton />}
        {data !== undefined && rows.length === 0 && (
          <EmptyState title="No terminals." icon={<SquareTerminal className="size-8" aria-hidden="true" />}>
            What agents run appears here while it runs. Open one of your own with New.
          </EmptyState>
        )}
        <SessionList sessions={rows} selected={selected} />
      </div>
      <div className={classes('min-w-0 grow overflow-y-auto', selected === '' && 'max-lg:hidden')}>
        {selected === '' && rows.length > 0 && <Board rows={rows} />}
        {selected === '' && rows.length === 0 && data !== undefined && <EmptyState title="Nothing runs." />}
        {selected !== '' && shown !== undefined && <TerminalView key={shown.id} session={shown} usage={shown} />}
        {selected !== '' && shown === undefined && data !== undefined && (
          <EmptyState title="This terminal is gone.">
            Ended ones stay for a quarter of an hour.{' '}
            <Link href="/terminals" className="text-accent-ink underline">
              All terminals
            </Link>
          </EmptyState>
        )}
      </div>
      <NewTerminal places={places} isOpen={isOpening} onClose={() => setOpening(false)} />
    </div>
  )
}
