import { ArrowLeft, Download } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { RecordingView } from '../../../src/contract/terminals.ts'
import { Link, useAddress } from '../../app/router.tsx'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago, bytes } from '../../ui/time.tsx'
import { sayError } from '../../ui/toast.tsx'
import { type Cast, parseCast } from './cast.ts'

/** The terminal comes with it, so it is loaded when one is played. */
const CastView = lazy(() => import('./cast-view.tsx'))

const RECORDINGS = '/api/recordings'
/** The address of the list; the one that is played stands behind a `#`. */
export const RECORDINGS_PAGE = 'recordings'

export function Recordings() {
  const { hash } = useAddress()
  const { data, error } = useLive<{ readonly recordings: readonly RecordingView[] }>(RECORDINGS, ['terminal.opened'])
  const played = data?.recordings.find(({ id }) => id === hash)
  if (played !== undefined) return <Recording key={played.id} recording={played} />
  return (
    <div className="p-4">
      <h2 className="mb-2 text-sm font-semibold">Recorded terminals</h2>
      {error !== undefined && <ErrorState error={error} onRetry={() => void reload(RECORDINGS)} />}
      {data === undefined && error === undefined && <Skeleton />}
      {data?.recordings.length === 0 && (
        <EmptyState title="Nothing is recorded.">Choose "Record what it shows" when you open a terminal.</EmptyState>
      )}
      <ul aria-label="Recordings" className="flex flex-col gap-2">
        {data?.recordings.map(({ id, title, startedAt, bytes: size }) => (
          <li key={id}>
            <Link
              href={`/history/${RECORDINGS_PAGE}#${id}`}
              className="flex flex-wrap items-baseline gap-2 rounded-lg border border-line bg-surface px-3 py-2 hover:bg-sunken"
            >
              <Foreign className="min-w-0 grow truncate font-mono text-sm">{title}</Foreign>
              <span className="text-xs text-muted">
                <Ago at={startedAt} />, {bytes(size)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Recording({ recording }: { readonly recording: RecordingView }) {
  const [cast, setCast] = useState<Cast | null>(null)
  const path = `${RECORDINGS}/${recording.id}`
  useEffect(() => {
    const gone = new AbortController()
    fetch(path, { signal: gone.signal })
      .then(async (response) => {
        if (!response.ok) throw new Error('The recording cannot be read.')
        setCast(parseCast(await response.text()))
      })
      .catch((cause: unknown) => {
        if (!gone.signal.aborted) sayError(cause)
      })
    return () => gone.abort()
  }, [path])
  return (
    <div className="flex h-full min-h-0 flex-col">
      <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-2">
        <Link href={`/history/${RECORDINGS_PAGE}`} className={buttonClass('quiet', 'small')}>
          <ArrowLeft className="size-4" aria-hidden="true" />
          Recordings
        </Link>
        <Foreign className="min-w-0 grow truncate font-mono text-sm font-medium">{recording.title}</Foreign>
        <a href={path} download={`${recording.id}.cast`} className={buttonClass('plain', 'small')}>
          <Download className="size-4" aria-hidden="true" />
          Download
        </a>
      </header>
      <Suspense fallback={<Skeleton rows={3} />}>
        {cast === null ? <Skeleton rows={3} /> : <CastView recording={recording} cast={cast} />}
      </Suspense>
    </div>
  )
}
