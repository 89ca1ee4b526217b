import { useEffect, useRef, useState } from 'react'
import type { CallView } from '../../../src/contract/calls.ts'
import { ApiError, api } from '../../data/api.ts'
import { useEvents } from '../../data/live.ts'

export interface Filter {
  readonly q: string
  readonly state: string
  readonly client: string
  readonly operation: string
  /** How far back, in hours; '' for all. */
  readonly hours: string
}

export const NO_FILTER: Filter = { q: '', state: '', client: '', operation: '', hours: '' }

interface Found {
  readonly calls: readonly CallView[]
  readonly error: ApiError | null
  /** Nothing has come yet. */
  readonly isLoading: boolean
  readonly hasMore: boolean
  /** Calls that ended since; they come in with a click, so that nothing moves. */
  readonly fresh: number
  readonly more: () => void
  readonly refresh: () => void
}

const PAGE = 200
const TYPING_MS = 200
/** A page can be short and still have a next one; this many in a row are fetched to fill the screen. */
const SHORT_PAGES = 5

/** Pages of the history, newest first, as far as somebody scrolled. */
export function useCalls(filter: Filter): Found {
  const [calls, setCalls] = useState<readonly CallView[]>([])
  const [next, setNext] = useState<number | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const [isLoading, setLoading] = useState(true)
  const [fresh, setFresh] = useState(0)
  const [round, setRound] = useState(0)
  const busy = useRef(false)
  const key = JSON.stringify(filter)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the filter is compared by its content
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      busy.current = true
      try {
        const page = await fill(filter, undefined, abort.signal)
        setCalls(page.calls)
        setNext(page.next)
        setError(null)
        setFresh(0)
      } catch (cause) {
        if (abort.signal.aborted) return
        setError(cause instanceof ApiError ? cause : new ApiError(0, 'INTERNAL', String(cause), null))
      } finally {
        busy.current = false
        if (!abort.signal.aborted) setLoading(false)
      }
    }, TYPING_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [key, round])

  useEvents(({ type }) => {
    if (type === 'call.finished') setFresh((count) => count + 1)
  })
  const more = async () => {
    if (next === null || busy.current) return
    busy.current = true
    try {
      const page = await fill(filter, next)
      setCalls((before) => [...before, ...page.calls])
      setNext(page.next)
    } catch (cause) {
      setError(cause instanceof ApiError ? cause : new ApiError(0, 'INTERNAL', String(cause), null))
    } finally {
      busy.current = false
    }
  }
  return {
    calls,
    error,
    isLoading,
    hasMore: next !== null,
    fresh,
    more: () => void more(),
    refresh: () => setRound((count) => count + 1),
  }
}

interface Page {
  readonly calls: readonly CallView[]
  readonly next: number | null
}

async function fill(filter: Filter, before: number | undefined, signal?: AbortSignal): Promise<Page> {
  let calls: readonly CallView[] = []
  let next: number | null | undefined = before
  for (let round = 0; round < SHORT_PAGES && calls.length < PAGE && next !== null; round += 1) {
    const page: Page = await api.get<Page>(`/api/calls?${query(filter, next)}`, signal)
    calls = [...calls, ...page.calls]
    next = page.next
  }
  return { calls, next: next ?? null }
}

function query({ q, state, client, operation, hours }: Filter, before: number | undefined): string {
  const search = new URLSearchParams({ limit: String(PAGE) })
  const given = { q: q.trim(), state, client, operation: operation.trim() }
  for (const [name, value] of Object.entries(given)) if (value !== '') search.set(name, value)
  if (hours !== '') search.set('from', String(Date.now() - Number(hours) * 3_600_000))
  if (before !== undefined) search.set('before', String(before))
  return search.toString()
}
