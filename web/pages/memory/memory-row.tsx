import { Pencil, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { MemoryView } from '../../../src/contract/memory.ts'
import { Link } from '../../app/router.tsx'
import { api } from '../../data/api.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Chip, NameChip } from '../../ui/chip.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Foreign } from '../../ui/text.tsx'
import { Ago } from '../../ui/time.tsx'
import { say, sayError } from '../../ui/toast.tsx'

interface RowProps {
  readonly memory: MemoryView
  readonly text: string
  readonly isPart: boolean
  readonly score?: number
  readonly onForgotten: (id: string) => void
}

export function MemoryRow({ memory, text, isPart, score, onForgotten }: RowProps) {
  const [isEditing, setEditing] = useState(false)
  const [isForgetting, setForgetting] = useState(false)
  const forget = async () => {
    try {
      await api.remove(`/api/memory/${memory.id}`)
      onForgotten(memory.id)
      say('Forgotten.')
    } catch (cause) {
      sayError(cause)
    }
    setForgetting(false)
  }
  return (
    <li data-memory={memory.id} className="flex items-start gap-3 px-4 py-3">
      <div className="min-w-0 grow">
        <p className="line-clamp-6 text-sm whitespace-pre-wrap">
          <Foreign>{text}</Foreign>
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-1.5 text-xs text-muted">
          {score !== undefined && <Chip tone="accent">fits {score}</Chip>}
          {isPart && <Chip>a part</Chip>}
          <Chip>{memory.contentType}</Chip>
          <Chip>
            {memory.scope.kind}: <Foreign>{memory.scope.label}</Foreign>
          </Chip>
          {memory.hasSecret && <Chip tone="bad">looks like a secret</Chip>}
          {memory.tags.map((tag) => (
            <Chip key={tag}>
              <Foreign>{tag}</Foreign>
            </Chip>
          ))}
          <NameChip name={memory.client} />
          {memory.callId !== null && (
            <Link href={`/history/${memory.callId}`} className="text-accent-ink underline">
              stored by this call
            </Link>
          )}
          <Ago at={memory.updatedAt} />
        </p>
      </div>
      <IconButton label="Edit this memory" onClick={() => setEditing(true)}>
        <Pencil className="size-4" aria-hidden="true" />
      </IconButton>
      <IconButton label="Forget this memory" onClick={() => setForgetting(true)}>
        <Trash2 className="size-4" aria-hidden="true" />
      </IconButton>
      {isEditing && <Edit id={memory.id} onClose={() => setEditing(false)} />}
      <Dialog
        title="Forget this memory?"
        about="No agent finds it any more. There is no way back."
        isOpen={isForgetting}
        onClose={() => setForgetting(false)}
      >
        <DialogActions>
          <Button onClick={() => setForgetting(false)}>Keep it</Button>
          <Button kind="danger" onClick={() => void forget()}>
            Forget
          </Button>
        </DialogActions>
      </Dialog>
    </li>
  )
}

/** Loads the whole memory first: what a search showed may be a part of it, or without its secrets. */
function Edit({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const [memory, setMemory] = useState<MemoryView | null>(null)
  const [content, setContent] = useState('')
  const [tags, setTags] = useState('')
  useEffect(() => {
    const abort = new AbortController()
    api.get<MemoryView>(`/api/memory/${id}`, abort.signal).then(
      (loaded) => {
        setMemory(loaded)
        setContent(loaded.content)
        setTags(loaded.tags.join(', '))
      },
      (cause: unknown) => abort.signal.aborted || sayError(cause),
    )
    return () => abort.abort()
  }, [id])
  const save = async () => {
    const list = tags
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '')
    try {
      await api.patch(`/api/memory/${id}`, { content, tags: list })
      onClose()
      say('Saved.')
    } catch (cause) {
      sayError(cause)
    }
  }
  return (
    <Dialog title="Edit memory" isOpen isWide onClose={onClose}>
      <div className="flex flex-col gap-4">
        <TextArea
          label="Text"
          rows={10}
          disabled={memory === null}
          value={content}
          onChange={({ target }) => setContent(target.value)}
        />
        <TextField
          label="Tags"
          hint="With commas between."
          disabled={memory === null}
          value={tags}
          onChange={({ target }) => setTags(target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={memory === null} onClick={() => void save()}>
            Save
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
