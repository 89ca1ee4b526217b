import { useState } from 'react'
import type { SessionView } from '../../../src/contract/terminals.ts'
import { go } from '../../app/router.tsx'
import { api } from '../../data/api.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { sayError } from '../../ui/toast.tsx'

interface NewTerminalProps {
  readonly places: readonly string[]
  readonly isOpen: boolean
  readonly onClose: () => void
}

export function NewTerminal({ places, isOpen, onClose }: NewTerminalProps) {
  const [cwd, setCwd] = useState('')
  const [command, setCommand] = useState('')
  const [isRecorded, setRecorded] = useState(false)
  const open = async () => {
    try {
      const made = await api.post<SessionView>('/api/terminals', {
        cwd: cwd === '' ? (places[0] ?? '') : cwd,
        ...(command === '' ? {} : { command }),
        ...(isRecorded ? { record: true } : {}),
      })
      onClose()
      go(`/terminals/${made.id}`)
    } catch (cause) {
      sayError(cause)
    }
  }
  return (
    <Dialog title="New terminal" about="Yours: agents cannot type into it." isOpen={isOpen} onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void open()
        }}
      >
        <TextField
          label="Directory"
          value={cwd}
          placeholder={places[0] ?? '/'}
          list="places"
          onChange={({ target }) => setCwd(target.value)}
        />
        <datalist id="places">
          {places.map((place) => (
            <option key={place} value={place} />
          ))}
        </datalist>
        <TextField
          label="Command"
          hint="Empty for your login shell."
          value={command}
          onChange={({ target }) => setCommand(target.value)}
        />
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" checked={isRecorded} onChange={({ target }) => setRecorded(target.checked)} />
          Record what it shows
        </label>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit">
            Open
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
