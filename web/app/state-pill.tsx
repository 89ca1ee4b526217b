import { Popover } from '@base-ui/react/popover'
import { ChevronDown, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import type { Level } from '../../src/contract/levels.ts'
import type { StatusView } from '../../src/contract/status.ts'
import { api } from '../data/api.ts'
import { put, reload } from '../data/cache.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Until } from '../ui/time.tsx'
import { sayError } from '../ui/toast.tsx'
import { LEVEL_WORDS, levelInForce, STATUS, useStatus } from './status.ts'

const MINUTE = 60_000
const SHAPES: Readonly<Record<Level, string>> = { read_only: '◐', execute_with_confirm: '●', full_access: '▲' }
const TONES: Readonly<Record<Level, string>> = {
  read_only: 'border-line-strong text-text',
  execute_with_confirm: 'border-good text-good',
  full_access: 'border-bad bg-bad-soft text-bad',
}

const CHOICES: readonly { label: string; about: string; level: Level | null; forMs?: number }[] = [
  { label: 'Read-only', about: 'Agents look, and change nothing.', level: 'read_only' },
  { label: 'Asking', about: 'Reads and edits inside run; the rest asks you.', level: 'execute_with_confirm' },
  {
    label: 'Full access for 15 minutes',
    about: 'Only what is critical asks.',
    level: 'full_access',
    forMs: 15 * MINUTE,
  },
  { label: 'Full access for 1 hour', about: 'Only what is critical asks.', level: 'full_access', forMs: 60 * MINUTE },
  { label: 'No limit of its own', about: 'The level of each profile holds.', level: null },
]

export async function togglePause(status: StatusView | undefined): Promise<void> {
  if (status === undefined) return
  try {
    put(STATUS, await api.post<StatusView>(status.isPaused ? '/api/resume' : '/api/pause'))
  } catch (cause) {
    sayError(cause)
  }
}

/** What holds on this machine, and the switch for it. */
export function StatePill() {
  const { data } = useStatus()
  const [isOpen, setOpen] = useState(false)
  if (data === undefined) return <div className="h-9 w-28 animate-pulse rounded-full bg-sunken" />
  const level = levelInForce(data)
  const setLevel = async (choice: (typeof CHOICES)[number]) => {
    try {
      await api.post('/api/level', {
        level: choice.level,
        ...(choice.forMs === undefined ? {} : { forMs: choice.forMs }),
      })
      await reload(STATUS)
      setOpen(false)
    } catch (cause) {
      sayError(cause)
    }
  }
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger
        className={classes(
          'inline-flex min-h-9 items-center gap-2 rounded-full border bg-raised px-3 text-sm font-medium max-sm:min-h-11',
          data.isPaused ? 'border-warn bg-warn-soft text-warn' : TONES[level],
        )}
      >
        <span aria-hidden="true">{data.isPaused ? '‖' : SHAPES[level]}</span>
        {data.isPaused ? 'Paused' : LEVEL_WORDS[level]}
        {!data.isPaused && typeof data.levelUntil === 'number' && (
          <span className="text-xs">
            <Until at={data.levelUntil} /> left
          </span>
        )}
        <ChevronDown className="size-3.5" aria-hidden="true" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={8} align="start" className="z-50">
          <Popover.Popup className="w-80 max-w-[calc(100vw-2rem)] rounded-xl border border-line bg-raised p-3 shadow-card">
            <Popover.Title className="px-1 text-sm font-semibold">This machine</Popover.Title>
            <Popover.Description className="px-1 pb-2 text-xs text-muted">
              The stricter of this, the profile and the token holds.
            </Popover.Description>
            <Button
              kind={data.isPaused ? 'primary' : 'danger'}
              className="mb-2 w-full"
              hotkey="."
              onClick={() => void togglePause(data).then(() => setOpen(false))}
            >
              {data.isPaused ? (
                <Play className="size-4" aria-hidden="true" />
              ) : (
                <Pause className="size-4" aria-hidden="true" />
              )}
              {data.isPaused ? 'Go on' : 'Pause everything'}
            </Button>
            {CHOICES.map((choice) => (
              <button
                key={choice.label}
                type="button"
                onClick={() => void setLevel(choice)}
                className="block min-h-11 w-full rounded-lg px-2 py-1.5 text-left hover:bg-sunken"
              >
                <span className="flex items-center gap-2 text-sm font-medium">
                  <span aria-hidden="true" className="w-4 text-center">
                    {choice.level === null ? '○' : SHAPES[choice.level]}
                  </span>
                  {choice.label}
                  {choice.level === data.level && choice.forMs === undefined && (
                    <span className="ml-auto text-xs text-muted">now</span>
                  )}
                </span>
                <span className="block pl-6 text-xs text-muted">{choice.about}</span>
              </button>
            ))}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
