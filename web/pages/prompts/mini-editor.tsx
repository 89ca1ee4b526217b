import { useState } from 'react'
import type { MiniPrompt } from '../../../src/contract/prompts.ts'
import { api } from '../../data/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { sayError } from '../../ui/toast.tsx'

export function MiniEditor({ prompt, onClose }: { readonly prompt: MiniPrompt | null; readonly onClose: () => void }) {
  const [name, setName] = useState(prompt?.name ?? '')
  const [content, setContent] = useState(prompt?.content ?? '')
  const [order, setOrder] = useState(String(prompt?.order ?? 100))
  const save = async () => {
    const body = { name, content, order: Number(order) }
    try {
      if (prompt === null) await api.post('/api/prompts/mini', { ...body, isEnabled: true })
      else await api.patch(`/api/prompts/mini/${prompt.id}`, body)
      onClose()
    } catch (cause) {
      sayError(cause)
    }
  }
  return (
    <Dialog title={prompt === null ? 'New mini prompt' : 'Edit mini prompt'} isOpen onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <TextField label="Name" required value={name} onChange={({ target }) => setName(target.value)} />
        <TextArea
          label="Instruction"
          required
          rows={5}
          value={content}
          onChange={({ target }) => setContent(target.value)}
        />
        <TextField
          label="Order"
          hint="Smaller ones come first."
          type="number"
          min={0}
          max={10_000}
          value={order}
          onChange={({ target }) => setOrder(target.value)}
        />
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
