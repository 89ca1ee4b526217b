import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SystemPrompt } from '../../../src/contract/prompts.ts'
import { api } from '../../data/api.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { sayError } from '../../ui/toast.tsx'

type Component = SystemPrompt['components'][number]

/** Parts in an order that the person chooses. */
export function SystemEditor({
  prompt,
  onClose,
}: {
  readonly prompt: SystemPrompt | null
  readonly onClose: () => void
}) {
  const [name, setName] = useState(prompt?.name ?? '')
  const [description, setDescription] = useState(prompt?.description ?? '')
  const [parts, setParts] = useState<readonly Component[]>(
    prompt?.components ?? [{ title: '', content: '', isEnabled: true }],
  )
  const change = (at: number, patch: Partial<Component>) =>
    setParts(parts.map((part, index) => (index === at ? { ...part, ...patch } : part)))
  const move = (at: number, by: number) => {
    const next = [...parts]
    const [part] = next.splice(at, 1)
    if (part !== undefined) next.splice(at + by, 0, part)
    setParts(next)
  }
  const save = async () => {
    const body = { name, description, components: parts }
    try {
      if (prompt === null) await api.post('/api/prompts/system', body)
      else await api.patch(`/api/prompts/system/${prompt.id}`, body)
      onClose()
    } catch (cause) {
      sayError(cause)
    }
  }
  return (
    <Dialog title={prompt === null ? 'New system prompt' : 'Edit system prompt'} isOpen isWide onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField label="Name" required value={name} onChange={({ target }) => setName(target.value)} />
        <TextField label="Description" value={description} onChange={({ target }) => setDescription(target.value)} />
        {parts.map((part, at) => (
          <fieldset key={at} className="flex flex-col gap-2 rounded-xl border border-line p-3">
            <legend className="px-1 text-xs text-muted">Part {at + 1}</legend>
            <div className="flex items-end gap-1">
              <TextField
                label="Title"
                className="grow"
                value={part.title}
                onChange={({ target }) => change(at, { title: target.value })}
              />
              <IconButton label={`Part ${at + 1} up`} disabled={at === 0} onClick={() => move(at, -1)}>
                <ArrowUp className="size-4" aria-hidden="true" />
              </IconButton>
              <IconButton label={`Part ${at + 1} down`} disabled={at === parts.length - 1} onClick={() => move(at, 1)}>
                <ArrowDown className="size-4" aria-hidden="true" />
              </IconButton>
              <IconButton
                label={`Remove part ${at + 1}`}
                disabled={parts.length === 1}
                onClick={() => setParts(parts.filter((_, index) => index !== at))}
              >
                <Trash2 className="size-4" aria-hidden="true" />
              </IconButton>
            </div>
            <TextArea
              label="Text"
              required
              rows={4}
              value={part.content}
              onChange={({ target }) => change(at, { content: target.value })}
            />
            <label className="flex items-center gap-2 text-sm">
              <input
                type="checkbox"
                checked={part.isEnabled}
                onChange={({ target }) => change(at, { isEnabled: target.checked })}
              />
              Used
            </label>
          </fieldset>
        ))}
        <Button onClick={() => setParts([...parts, { title: '', content: '', isEnabled: true }])}>
          <Plus className="size-4" aria-hidden="true" />
          Part
        </Button>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
