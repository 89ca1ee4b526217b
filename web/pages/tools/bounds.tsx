import { useState } from 'react'
import type { Level, PathPolicy } from '../../../src/contract/levels.ts'
import type { ProfileBounds, ProfileDescription } from '../../../src/contract/tools-file.ts'
import { LEVEL_WORDS } from '../../app/status.ts'
import { api } from '../../data/api.ts'
import { put } from '../../data/cache.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { sayError } from '../../ui/toast.tsx'
import { profilePath } from './tools.tsx'

const PATHS: Readonly<Record<PathPolicy, string>> = {
  workspace: 'the working directory',
  projects: 'registered projects',
  open: 'anywhere',
}

/** How far a profile reaches. Full access has no end here, so its name is typed first. */
export function Bounds({ profile: { id, level, paths } }: { readonly profile: ProfileDescription }) {
  const [isFreeing, setFreeing] = useState(false)
  const set = async (bounds: ProfileBounds) => {
    try {
      put(profilePath(id), await api.patch<ProfileDescription>(profilePath(id), bounds))
    } catch (cause) {
      sayError(cause)
    }
  }
  const choose = (wanted: Level) => (wanted === 'full_access' ? setFreeing(true) : void set({ level: wanted }))
  return (
    <div className="flex flex-wrap gap-3">
      <SelectField
        label="Level"
        value={level}
        options={Object.entries(LEVEL_WORDS).map(([value, label]) => ({ value, label }))}
        onChange={({ target }) => choose(target.value as Level)}
      />
      <SelectField
        label="Inside is"
        value={paths}
        options={Object.entries(PATHS).map(([value, label]) => ({ value, label }))}
        onChange={({ target }) => void set({ paths: target.value as PathPolicy })}
      />
      {isFreeing && (
        <FullAccess
          id={id}
          onClose={() => setFreeing(false)}
          onSure={() => {
            setFreeing(false)
            void set({ level: 'full_access' })
          }}
        />
      )}
    </div>
  )
}

interface FullAccessProps {
  readonly id: string
  readonly onClose: () => void
  readonly onSure: () => void
}

function FullAccess({ id, onClose, onSure }: FullAccessProps) {
  const [typed, setTyped] = useState('')
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Full access for ${id}?`}
      about="Clients of this profile run everything but what is critical without asking, until you change it. For a while only, use the pill at the top."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (typed === id) onSure()
        }}
      >
        <TextField
          label={`Type ${id}`}
          value={typed}
          autoComplete="off"
          onChange={({ target }) => setTyped(target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" type="submit" disabled={typed !== id}>
            Give full access
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
