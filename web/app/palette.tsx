import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { PAGES } from '../pages/list.ts'
import { classes } from '../ui/classes.ts'
import { go } from './router.tsx'

export interface Command {
  readonly label: string
  readonly hotkey?: string
  readonly run: () => void
}

interface PaletteProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly commands: readonly Command[]
}

/** Every page and command by a few letters of its name; anything else is searched in the history. */
export function Palette({ isOpen, onClose, commands }: PaletteProps) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isOpen) return
    setText('')
    setAt(0)
  }, [isOpen])

  const pages = PAGES.map(({ path, label, key }) => ({ label, hotkey: `g ${key}`, run: () => go(`/${path}`) }))
  const found = [...pages, ...commands].filter(({ label }) => matches(label, text))
  const trimmed = text.trim()
  const all: readonly Command[] =
    trimmed === ''
      ? found
      : [
          ...found,
          {
            label: `Search the history for “${trimmed}”`,
            run: () => go(`/history?q=${encodeURIComponent(trimmed)}`),
          },
        ]
  const choose = (command: Command | undefined) => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <Dialog.Popup
          initialFocus={box}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-2xl border border-line bg-raised shadow-card"
        >
          <Dialog.Title className="sr-only">Search and commands</Dialog.Title>
          <div className="flex items-center gap-3 border-b border-line px-4">
            <Search className="size-4 text-muted" aria-hidden="true" />
            <input
              ref={box}
              value={text}
              role="combobox"
              aria-label="Search and commands"
              aria-expanded="true"
              aria-controls="palette-list"
              aria-activedescendant={all[at] === undefined ? undefined : `palette-${at}`}
              placeholder="Go to a page, run a command, search the history"
              onChange={({ target }) => {
                setText(target.value)
                setAt(0)
              }}
              onKeyDown={(event) => {
                if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
                  event.preventDefault()
                  const step = event.key === 'ArrowDown' ? 1 : -1
                  setAt((at + step + all.length) % Math.max(1, all.length))
                }
                if (event.key === 'Enter') choose(all[at])
              }}
              className="h-12 grow bg-transparent text-base outline-none"
            />
          </div>
          <div id="palette-list" role="listbox" aria-label="Commands" className="max-h-[50vh] overflow-y-auto p-2">
            {all.map((command, index) => (
              <div
                key={command.label}
                id={`palette-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                onClick={() => choose(command)}
                onKeyDown={(event) => event.key === 'Enter' && choose(command)}
                onMouseMove={() => setAt(index)}
                className={classes(
                  'flex min-h-11 cursor-pointer items-center rounded-lg px-3 text-sm',
                  index === at && 'bg-accent-soft',
                )}
              >
                <span className="grow">{command.label}</span>
                {command.hotkey !== undefined && <kbd className="text-xs text-muted">{command.hotkey}</kbd>}
              </div>
            ))}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function matches(label: string, text: string): boolean {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return words.every((word) => label.toLowerCase().includes(word))
}
