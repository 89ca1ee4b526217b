import { FileText, Trash2, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { MemoryCollection } from '../../../src/contract/memory.ts'
import { api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { useLive } from '../../data/live.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip, NameChip } from '../../ui/chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Code } from '../../ui/code.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Page, Panel } from '../../ui/page.tsx'
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago, bytes } from '../../ui/time.tsx'
import { say, sayError } from '../../ui/toast.tsx'

interface DocumentView {
  readonly id: string
  readonly scope: string
  readonly name: string
  readonly kind: string
  readonly source: string
  readonly bytes: number
  readonly chars: number
  readonly parts: number | null
  readonly client: string
  readonly createdAt: number
}

const PATH = '/api/documents'

/** What was imported into memory. A file that is dropped here goes the same way. */
export default function DocumentsPage() {
  const { data, error } = useLive<{ documents: readonly DocumentView[] }>(PATH, ['documents.changed'])
  const { data: known } = useLive<{ collections: readonly MemoryCollection[] }>('/api/memory/collections', [
    'memory.changed',
  ])
  const scopes = (known?.collections ?? []).map(({ scope }) => scope)
  const [chosen, setChosen] = useState('')
  const [isOver, setOver] = useState(false)
  const [busy, setBusy] = useState(0)
  const [open, setOpen] = useState<DocumentView | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const scope = scopes.some(({ key }) => key === chosen) ? chosen : (scopes[0]?.key ?? '')
  const take = async (files: Iterable<File>) => {
    for (const file of files) {
      setBusy((count) => count + 1)
      try {
        const content = await base64(file)
        const { isNew } = await api.post<{ isNew: boolean }>(PATH, { name: file.name, content, scope })
        say(isNew ? `${file.name} is imported.` : `${file.name} was imported before.`)
      } catch (cause) {
        sayError(cause)
      }
      setBusy((count) => count - 1)
    }
    await reload(PATH)
  }
  const documents = data?.documents ?? []
  return (
    <Page title="Documents" about="Imported texts, found by searching memory.">
      {error !== undefined && <ErrorState error={error} onRetry={() => void reload(PATH)} />}
      {scopes.length > 0 && (
        <section
          aria-label="Import"
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            void take(event.dataTransfer.files)
          }}
          className={classes(
            'flex flex-wrap items-end gap-3 rounded-xl border-2 border-dashed p-4',
            isOver ? 'border-accent bg-accent-soft' : 'border-line-strong',
          )}
        >
          <SelectField
            label="Into the memory of"
            className="min-w-48 grow"
            value={scope}
            options={scopes.map(({ key, kind, label }) => ({ value: key, label: `${kind}: ${label}` }))}
            onChange={({ target }) => setChosen(target.value)}
          />
          <input
            ref={input}
            type="file"
            multiple
            aria-label="Files to import"
            className="sr-only"
            onChange={({ target }) => {
              void take([...(target.files ?? [])])
              target.value = ''
            }}
          />
          <Button kind="primary" disabled={busy > 0} onClick={() => input.current?.click()}>
            <Upload className="size-4" aria-hidden="true" />
            {busy > 0 ? 'Importing…' : 'Choose files, or drop them here'}
          </Button>
        </section>
      )}
      {data === undefined && error === undefined && <Skeleton />}
      {data !== undefined && documents.length === 0 && (
        <EmptyState title="Nothing is imported." icon={<FileText className="size-8" aria-hidden="true" />}>
          Agents import with document_operations.{' '}
          {scopes.length === 0
            ? 'Once one of them remembers something, you can drop files here.'
            : 'Or drop a file above.'}
        </EmptyState>
      )}
      {documents.length > 0 && (
        <Panel>
          <ul aria-label="Documents" className="divide-y divide-line">
            {documents.map((one) => (
              <li key={one.id} className="flex items-start gap-3 px-4 py-3">
                <button type="button" onClick={() => setOpen(one)} className="min-w-0 grow text-left">
                  <Foreign className="block truncate text-sm font-medium">{one.name}</Foreign>
                  <span className="mt-1 flex flex-wrap items-center gap-1.5 text-xs text-muted">
                    <Chip>{one.kind}</Chip>
                    <span>{bytes(one.bytes)}</span>
                    <span>{one.chars} characters</span>
                    <NameChip name={one.client} />
                    <Foreign>{one.source}</Foreign>
                    <Ago at={one.createdAt} />
                  </span>
                </button>
                <IconButton
                  label={`Forget ${one.name}`}
                  onClick={() => void api.remove(`${PATH}/${one.id}`).then(() => say('Forgotten.'), sayError)}
                >
                  <Trash2 className="size-4" aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {open !== null && <Text document={open} onClose={() => setOpen(null)} />}
    </Page>
  )
}

function Text({ document, onClose }: { readonly document: DocumentView; readonly onClose: () => void }) {
  const { data, error } = useLive<{ text: string }>(`${PATH}/${document.id}`)
  return (
    <Dialog title={document.name} about={document.source} isOpen isWide onClose={onClose}>
      {error !== undefined && <ErrorState error={error} />}
      {data === undefined && error === undefined && <Skeleton rows={3} />}
      {data !== undefined && <Code label="Text of the document">{data.text}</Code>}
    </Dialog>
  )
}

async function base64(file: File): Promise<string> {
  const content = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  for (let at = 0; at < content.length; at += 8_192) binary += String.fromCharCode(...content.subarray(at, at + 8_192))
  return btoa(binary)
}
