import { useState } from 'react'
import { go } from '../../app/router.tsx'
import { ApiError, api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { PROFILES } from './tools.tsx'

export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('')
  const [as, setAs] = useState('')
  const [error, setError] = useState<ApiError | null>(null)
  const bring = async () => {
    try {
      const { imported } = await api.post<{ readonly imported: readonly string[] }>('/api/profiles/import', {
        text,
        ...(as.trim() === '' ? {} : { as: as.trim() }),
      })
      await reload(PROFILES)
      onClose()
      go(`/tools/${imported[0] ?? ''}`)
    } catch (cause) {
      setError(cause instanceof ApiError ? cause : new ApiError(0, 'INTERNAL', String(cause), null))
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Import a profile"
      about="A file in the shape of tools.json, such as an export."
    >
      <div className="flex flex-col gap-3">
        <label className="text-sm">
          <span className="block text-xs font-medium text-muted">File</span>
          <input
            type="file"
            accept=".json,application/json"
            onChange={({ target }) => void target.files?.[0]?.text().then(setText)}
            className="mt-1 text-sm"
          />
        </label>
        <TextArea label="Or its text" rows={8} value={text} onChange={({ target }) => setText(target.value)} />
        <TextField
          label="Under another id"
          hint="Only where the file has one profile"
          value={as}
          onChange={({ target }) => setAs(target.value)}
        />
        {error !== null && <ErrorState error={error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" disabled={text.trim() === ''} onClick={() => void bring()}>
            Import
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
