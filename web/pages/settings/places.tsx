import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import { Panel } from '../../ui/page.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { patchSettings, useSettings } from './settings-data.ts'

/** Paths and how long things are kept. What is saved is written into settings.json; comments there stay. */
export function Places() {
  const { data, error } = useSettings()
  const [draft, setDraft] = useState<{ projects: string; workspaces: string; historyDays: string } | null>(null)
  /** What somebody has begun to type stays, whatever is loaded meanwhile. */
  const isTouched = useRef(false)
  const edit = (change: Partial<NonNullable<typeof draft>>) => {
    isTouched.current = true
    setDraft((before) => (before === null ? null : { ...before, ...change }))
  }
  useEffect(() => {
    if (data === undefined || isTouched.current) return
    const { projects, workspaces, historyDays } = data.settings
    setDraft({
      projects: Array.isArray(projects) ? projects.join('\n') : '',
      workspaces: typeof workspaces === 'string' ? workspaces : '',
      historyDays: String(historyDays ?? ''),
    })
  }, [data])
  if (draft === null) return error === undefined ? <Skeleton rows={3} /> : <ErrorState error={error} />
  return (
    <Panel title="Paths and retention">
      <form
        className="flex flex-col gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault()
          isTouched.current = false
          void patchSettings({
            projects: draft.projects
              .split('\n')
              .map((line) => line.trim())
              .filter(Boolean),
            workspaces: draft.workspaces.trim() === '' ? null : draft.workspaces.trim(),
            historyDays: draft.historyDays.trim() === '' ? null : Number(draft.historyDays),
          })
        }}
      >
        <TextArea
          label="Projects, one directory a line"
          rows={3}
          value={draft.projects}
          onChange={({ target }) => edit({ projects: target.value })}
        />
        <TextField
          label="Where clients work that name no directory"
          value={draft.workspaces}
          onChange={({ target }) => edit({ workspaces: target.value })}
        />
        <TextField
          label="Days the history is kept"
          inputMode="numeric"
          value={draft.historyDays}
          onChange={({ target }) => edit({ historyDays: target.value })}
        />
        <Button type="submit" className="self-start">
          Save
        </Button>
      </form>
    </Panel>
  )
}
