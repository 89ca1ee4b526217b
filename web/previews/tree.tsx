import { File, Folder, Link2 } from 'lucide-react'
import { useState } from 'react'
import { Foreign } from '../ui/text.tsx'
import { bytes } from '../ui/time.tsx'

export interface TreeEntry {
  readonly path: string
  readonly kind: string
  readonly bytes?: number | null
}

export interface TreePreview {
  readonly action?: string
  readonly path: string
  readonly to?: string | null
  readonly files?: number
  readonly directories?: number
  readonly bytes?: number
  readonly entries: readonly TreeEntry[]
  /** False where there is more than the entries name. */
  readonly isWhole?: boolean
}

const FOLD_ROWS = 40
const ICONS = { directory: Folder, link: Link2 } as const

/** What a deletion or a move takes along. */
export function Tree({ preview }: { readonly preview: TreePreview }) {
  const [isOpen, setOpen] = useState(false)
  const { path, to, files, directories, bytes: size, entries, isWhole = true } = preview
  const rows = isOpen ? entries : entries.slice(0, FOLD_ROWS)
  const counts = [
    files === undefined ? null : `${files} ${files === 1 ? 'file' : 'files'}`,
    directories === undefined || directories === 0
      ? null
      : `${directories} ${directories === 1 ? 'folder' : 'folders'}`,
    size === undefined ? null : bytes(size),
  ].filter((part) => part !== null)
  return (
    <figure className="overflow-hidden rounded-lg border border-line">
      <figcaption className="border-b border-line bg-sunken px-3 py-2">
        <Foreign className="font-mono text-[13px] font-medium">{path}</Foreign>
        {typeof to === 'string' && (
          <>
            <span className="sr-only">becomes</span>
            <span aria-hidden="true"> → </span>
            <Foreign className="font-mono text-[13px] font-medium">{to}</Foreign>
          </>
        )}
        {counts.length > 0 && <p className="text-xs text-muted">{counts.join(' · ')}</p>}
      </figcaption>
      <ul aria-label="What goes" className="max-h-96 overflow-auto py-1">
        {rows.map((entry) => (
          <Row key={entry.path} entry={entry} />
        ))}
      </ul>
      {entries.length > FOLD_ROWS && (
        <button
          type="button"
          onClick={() => setOpen(!isOpen)}
          className="w-full border-t border-line px-3 py-2 text-left text-xs font-medium text-accent-ink"
        >
          {isOpen ? 'Show less' : `Show all ${entries.length} entries`}
        </button>
      )}
      {!isWhole && (
        <p className="border-t border-line bg-warn-soft px-3 py-1.5 text-xs text-warn">
          There is more than is listed here.
        </p>
      )}
    </figure>
  )
}

function Row({ entry: { path, kind, bytes: size } }: { readonly entry: TreeEntry }) {
  const Icon = kind === 'directory' || kind === 'link' ? ICONS[kind] : File
  const depth = Math.min(8, path.split('/').length - 1)
  return (
    <li
      className="flex items-center gap-2 py-0.5 pr-3 font-mono text-[13px]"
      style={{ paddingLeft: `${0.75 + depth * 0.75}rem` }}
    >
      <Icon className="size-3.5 shrink-0 text-muted" aria-label={kind} />
      <Foreign className="min-w-0 grow">{path}</Foreign>
      {typeof size === 'number' && <span className="text-xs text-muted tabular-nums">{bytes(size)}</span>}
    </li>
  )
}
