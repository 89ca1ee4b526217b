import { Copy, Download, Scale, Trash2, Upload } from 'lucide-react'
import { useState } from 'react'
import { go } from '../../app/router.tsx'
import { api } from '../../data/api.ts'
import { reload } from '../../data/cache.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { classes } from '../../ui/classes.ts'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Foreign } from '../../ui/text.tsx'
import { sayError } from '../../ui/toast.tsx'
import { CloneDialog } from './clone-dialog.tsx'
import { CompareDialog } from './compare-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { PROFILES, type Profiles, profilePath } from './tools.tsx'

interface BarProps {
  readonly profiles: Profiles
  readonly chosen: string
  readonly onChoose: (id: string) => void
}

export function ProfileBar({ profiles: { active, profiles }, chosen, onChoose }: BarProps) {
  const [open, setOpen] = useState<'clone' | 'compare' | 'import' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const run = async (request: () => Promise<unknown>) => {
    try {
      await request()
      await reload(PROFILES)
    } catch (cause) {
      sayError(cause)
    }
  }
  return (
    <div className="flex flex-col gap-3">
      <div role="group" aria-label="Profiles" className="flex flex-wrap gap-2">
        {profiles.map(({ id, label, enabled }) => (
          <button
            key={id}
            type="button"
            aria-pressed={id === chosen}
            onClick={() => onChoose(id)}
            className={classes(
              'flex min-h-11 items-center gap-2 rounded-lg border px-3 text-sm',
              id === chosen ? 'border-accent bg-accent-soft text-accent-ink' : 'border-line bg-surface hover:bg-sunken',
            )}
          >
            <span title={label} className={enabled ? 'font-medium' : 'text-muted line-through'}>
              <Foreign>{id}</Foreign>
            </span>
            {id === active && <Chip tone="good">active</Chip>}
          </button>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {chosen !== active && (
          <Button
            size="small"
            kind="primary"
            onClick={() => void run(() => api.post('/api/profiles/active', { id: chosen }))}
          >
            Make it active
          </Button>
        )}
        <Button size="small" onClick={() => setOpen('clone')}>
          <Copy className="size-4" aria-hidden="true" />
          Clone
        </Button>
        <Button size="small" onClick={() => setOpen('compare')}>
          <Scale className="size-4" aria-hidden="true" />
          Compare
        </Button>
        <a href={`${profilePath(chosen)}/export`} download={`${chosen}.json`} className={buttonClass('plain', 'small')}>
          <Download className="size-4" aria-hidden="true" />
          Export
        </a>
        <Button size="small" onClick={() => setOpen('import')}>
          <Upload className="size-4" aria-hidden="true" />
          Import
        </Button>
        {chosen !== active && (
          <Button size="small" kind="danger" onClick={() => setOpen('delete')}>
            <Trash2 className="size-4" aria-hidden="true" />
            Delete
          </Button>
        )}
      </div>
      {open === 'clone' && <CloneDialog from={chosen} onClose={close} />}
      {open === 'compare' && <CompareDialog from={chosen} profiles={profiles} onClose={close} />}
      {open === 'import' && <ImportDialog onClose={close} />}
      <Dialog
        isOpen={open === 'delete'}
        onClose={close}
        title={`Delete ${chosen}`}
        about="Clients that name this profile see no tools any more. An export can bring it back."
      >
        <DialogActions>
          <Button onClick={close}>Cancel</Button>
          <Button
            kind="danger"
            onClick={() =>
              void run(async () => {
                await api.remove(profilePath(chosen))
                close()
                go('/tools')
              })
            }
          >
            Delete the profile
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  )
}
