import { BrainCircuit, Download } from 'lucide-react'
import { useState } from 'react'
import type { MemoryCollection, MemoryHit, MemoryView } from '../../../src/contract/memory.ts'
import { ApiError, api } from '../../data/api.ts'
import { useLive } from '../../data/live.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { sayError } from '../../ui/toast.tsx'
import { MemoryRow } from './memory-row.tsx'

interface Found {
  readonly query: string
  readonly hits: readonly MemoryHit[]
  readonly best: number | null
  readonly withoutMeaning: string | null
}

const PAGE = 50

/** What agents remember, for the person to look through, correct and forget. */
export default function MemoryPage() {
  const [scope, setScope] = useState('')
  const [query, setQuery] = useState('')
  const [limit, setLimit] = useState(PAGE)
  const [found, setFound] = useState<Found | null>(null)
  const path = `/api/memory?limit=${limit}${scope === '' ? '' : `&scope=${encodeURIComponent(scope)}`}`
  const { data, error } = useLive<{ memories: readonly MemoryView[]; total: number }>(path, ['memory.changed'])
  const collections = useLive<{ collections: readonly MemoryCollection[] }>('/api/memory/collections', [
    'memory.changed',
  ])
  const search = async () => {
    if (query.trim() === '') {
      setFound(null)
      return
    }
    try {
      const body = { query, limit: PAGE, threshold: 0.2, ...(scope === '' ? {} : { scope }) }
      setFound({ query, ...(await api.post<Omit<Found, 'query'>>('/api/memory/search', body)) })
    } catch (cause) {
      if (cause instanceof ApiError) sayError(cause)
    }
  }
  const scopes = (collections.data?.collections ?? []).map(({ scope: { key, kind, label }, memories }) => ({
    value: key,
    label: `${kind}: ${label} (${memories})`,
  }))
  const forgotten = (id: string) =>
    setFound(found === null ? null : { ...found, hits: found.hits.filter(({ memory }) => memory.id !== id) })
  return (
    <Page
      title="Memory"
      about="What agents remember beyond a conversation."
      actions={
        <a href="/api/memory/export" download className={buttonClass('plain', 'small')}>
          <Download className="size-4" aria-hidden="true" />
          Export
        </a>
      }
    >
      <form
        role="search"
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void search()
        }}
      >
        <TextField
          label="Search by meaning and words"
          type="search"
          className="min-w-48 grow"
          value={query}
          onChange={({ target }) => {
            setQuery(target.value)
            if (target.value === '') setFound(null)
          }}
        />
        <SelectField
          label="Where"
          className="w-64 max-sm:w-full"
          value={scope}
          options={[{ value: '', label: 'Everywhere' }, ...scopes]}
          onChange={({ target }) => {
            setScope(target.value)
            setFound(null)
          }}
        />
        <Button kind="primary" type="submit">
          Search
        </Button>
      </form>
      {error !== undefined && <ErrorState error={error} />}
      {data === undefined && error === undefined && <Skeleton />}
      {found === null && data !== undefined && data.total === 0 && (
        <EmptyState title="Nothing is remembered yet." icon={<BrainCircuit className="size-8" aria-hidden="true" />}>
          Agents store memories with memory_operations; what they store is shown here at once.
        </EmptyState>
      )}
      {found !== null && (
        <Panel title={`${found.hits.length} for “${found.query}”`}>
          {found.withoutMeaning !== null && <p className="px-4 pt-3 text-sm text-warn">{found.withoutMeaning}</p>}
          {found.hits.length === 0 && (
            <p className="px-4 py-6 text-sm text-muted">
              Nothing is close enough{found.best === null ? '.' : `; the best fits by ${found.best}.`}
            </p>
          )}
          <ul aria-label="Found memories" className="divide-y divide-line">
            {found.hits.map(({ memory, text, isPart, score }) => (
              <MemoryRow
                key={memory.id}
                memory={memory}
                text={text}
                isPart={isPart}
                score={score}
                onForgotten={forgotten}
              />
            ))}
          </ul>
        </Panel>
      )}
      {found === null && data !== undefined && data.total > 0 && (
        <Panel title={`${data.total} ${data.total === 1 ? 'memory' : 'memories'}`}>
          <ul aria-label="Memories" className="divide-y divide-line">
            {data.memories.map((memory) => (
              <MemoryRow key={memory.id} memory={memory} text={memory.content} isPart={false} onForgotten={forgotten} />
            ))}
          </ul>
          {data.total > data.memories.length && (
            <Button kind="quiet" className="m-2" onClick={() => setLimit(Math.min(500, limit + PAGE))}>
              Show more
            </Button>
          )}
        </Panel>
      )}
    </Page>
  )
}
