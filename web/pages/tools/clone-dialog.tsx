import { useState } from 'react'
import { go } from '../../app/router.tsx'
import { ApiError, api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { PROFILES } from './tools.tsx'

export function CloneDialog({ from, onClose }: { readonly from: string; readonly onClose: () => void }) {
  const [id, setId] = useState(`${from}-copy`)
  const [label, setLabel] = useState('')
  const [error, setError] = useState<ApiError | null>(null)
  const clone = async () => {
    try {
      await api.post('/api/profiles/clone', { from, id, ...(label.trim() === '' ? {} : { label: label.trim() }) })
      await reload(PROFILES)
      onClose()
      go(`/tools/${id}`)
    } catch (cause) {
      setError(cause instanceof ApiError ? cause : new ApiError(0, 'INTERNAL', String(cause), null))
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Clone ${from}`}
      about="The copy is yours: it does not follow the original."
    >
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          void clone()
        }}
      >
        <TextField
          label="Id"
          hint="Clients name the profile by it: /mcp/p/<id>"
          value={id}
          onChange={({ target }) => setId(target.value)}
        />
        <TextField label="Label" value={label} onChange={({ target }) => setLabel(target.value)} />
        {error !== null && <ErrorState error={error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" disabled={id.trim() === ''}>
            Make the copy
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
