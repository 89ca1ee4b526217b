import { Clapperboard, Download } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import { useKeys } from '../../app/keys.ts'
import { go, Link, useAddress } from '../../app/router.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { CallDetail } from './call-detail.tsx'
import { CallList } from './call-list.tsx'
import { ChainCheck } from './chain-check.tsx'
import { Filters } from './filters.tsx'
import { RECORDINGS_PAGE, Recordings } from './recordings.tsx'
import { type Filter, NO_FILTER, useCalls } from './search.ts'

/** Every call that ended, and what became of it. The filter is in the address, so a search can be kept as a bookmark. */
export default function HistoryPage() {
  const { rest: selected, search } = useAddress()
  const filter = filterOf(search)
  const { calls, error, isLoading, hasMore, fresh, more, refresh } = useCalls(filter)
  const box = useRef<HTMLInputElement>(null)
  const [latestMore] = useState({ run: more })
  latestMore.run = more
  const onMore = useCallback(() => latestMore.run(), [latestMore])
  const select = (id: string) => go(`/history/${id}${search}`, { replace: selected !== '' })
  const move = (step: number) => {
    const at = calls.findIndex(({ id }) => id === selected)
    const next = calls[Math.min(calls.length - 1, Math.max(0, at + step))]
    if (next !== undefined) select(next.id)
  }
  useKeys({
    '/': () => box.current?.focus(),
    j: () => move(1),
    k: () => move(-1),
    Escape: () => go(`/history${search}`),
  })
  const isFiltered = search !== ''
  return (
    <div className="flex h-full flex-col">
      <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-4 py-2">
        <h1 className="mr-auto text-base font-semibold">History</h1>
        <ChainCheck />
        <Link href={`/history/${RECORDINGS_PAGE}`} className={buttonClass('plain', 'small')}>
          <Clapperboard className="size-4" aria-hidden="true" />
          Recordings
        </Link>
        <a href="/api/history/export" download className={buttonClass('plain', 'small')}>
          <Download className="size-4" aria-hidden="true" />
          Export
        </a>
      </header>
      <div className="flex min-h-0 grow">
        <div
          className={classes(
            'flex w-full shrink-0 flex-col border-line bg-surface lg:w-[28rem] lg:border-r',
            selected !== '' && 'max-lg:hidden',
          )}
        >
          <Filters
            filter={filter}
            calls={calls}
            boxRef={box}
            onChange={(next) =>
              go(`/history${selected === '' ? '' : `/${selected}`}${searchOf(next)}`, { replace: true })
            }
          />
          {fresh > 0 && (
            <Button kind="quiet" size="small" className="m-1" onClick={refresh}>
              Show {fresh} newer
            </Button>
          )}
          {error !== null && <ErrorState error={error} onRetry={refresh} />}
          {isLoading && <Skeleton />}
          {!isLoading && error === null && calls.length === 0 && (
            <EmptyState title={isFiltered ? 'Nothing matches.' : 'No calls yet.'}>
              {isFiltered ? (
                <Button onClick={() => go('/history')}>Clear the search</Button>
              ) : (
                <>
                  Calls of every client appear here.{' '}
                  <Link href="/clients" className="text-accent-ink underline">
                    Connect a client
                  </Link>
                </>
              )}
            </EmptyState>
          )}
          <CallList calls={calls} selected={selected} hasMore={hasMore} onSelect={select} onMore={onMore} />
        </div>
        <div className={classes('min-w-0 grow overflow-y-auto', selected === '' && 'max-lg:hidden')}>
          {selected === '' && <EmptyState title="Choose a call to see what happened." />}
          {selected === RECORDINGS_PAGE && <Recordings />}
          {selected !== '' && selected !== RECORDINGS_PAGE && (
            <CallDetail key={selected} id={selected} onBack={() => go(`/history${search}`)} />
          )}
        </div>
      </div>
    </div>
  )
}

function filterOf(search: string): Filter {
  const given = new URLSearchParams(search)
  const value = (name: keyof Filter) => given.get(name) ?? NO_FILTER[name]
  return {
    q: value('q'),
    state: value('state'),
    client: value('client'),
    operation: value('operation'),
    hours: value('hours'),
  }
}

function searchOf(filter: Filter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}
