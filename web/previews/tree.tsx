import { File, Folder } from 'lucide-react'
import type { Preview } from '../../src/contract/preview.ts'
import { Foreign } from '../ui/text.tsx'
import { bytes } from '../ui/time.tsx'

type TreePreview = Extract<Preview, { kind: 'tree' }>

/** What a deletion or a move takes along. */
export function Tree({ preview }: { readonly preview: TreePreview }) {
  const { action, path, to, what, files, bytes: size, sample, isComplete, notes } = preview
  // The tree itself is counted and not listed.
  const directories = Math.max(0, preview.directories - (what === 'directory' ? 1 : 0))
  const counts = [
    what,
    `${files} ${files === 1 ? 'file' : 'files'}`,
    directories === 0 ? null : `${directories} ${directories === 1 ? 'folder' : 'folders'}`,
    bytes(size),
  ].filter((part) => part !== null && part !== '')
  const left = files + directories - sample.length
  return (
    <figure className="overflow-hidden rounded-lg border border-line">
      <figcaption className="border-b border-line bg-sunken px-3 py-2">
        <span className="text-xs font-semibold text-high uppercase">{action === 'delete' ? 'Deletes' : 'Moves'}</span>{' '}
        <Foreign className="font-mono text-[13px] font-medium">{path}</Foreign>
        {to !== null && (
          <>
            <span aria-hidden="true"> → </span>
            <span className="sr-only"> to </span>
            <Foreign className="font-mono text-[13px] font-medium">{to}</Foreign>
          </>
        )}
        <p className="text-xs text-muted">
          {counts.join(' · ')}
          {!isComplete && ', and more than was counted'}
        </p>
      </figcaption>
      {sample.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable with the keyboard
        <ul aria-label="What goes" tabIndex={0} className="max-h-96 overflow-auto py-1">
          {sample.map((entry) => (
            <Row key={entry} entry={entry} />
          ))}
        </ul>
      )}
      {(left > 0 || !isComplete) && sample.length > 0 && (
        <p className="border-t border-line bg-warn-soft px-3 py-1.5 text-xs text-warn">
          {isComplete ? `${left} more ${left === 1 ? 'is' : 'are'} not listed.` : 'More is there than is listed.'}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="border-t border-line px-3 py-1.5 text-xs">
          <Foreign>{note}</Foreign>
        </p>
      ))}
    </figure>
  )
}

const DEEPEST = 8

function Row({ entry }: { readonly entry: string }) {
  const isDirectory = entry.endsWith('/')
  const depth = Math.min(DEEPEST, entry.replace(/\/$/, '').split('/').length - 1)
  return (
    <li
      className="flex items-center gap-2 py-0.5 pr-3 font-mono text-[13px]"
      style={{ paddingLeft: `${0.75 + depth * 0.75}rem` }}
    >
      {isDirectory ? (
        <Folder className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
      ) : (
        <File className="size-3.5 shrink-0 text-muted" aria-hidden="true" />
      )}
      <Foreign className="min-w-0 grow">{entry}</Foreign>
    </li>
  )
}
