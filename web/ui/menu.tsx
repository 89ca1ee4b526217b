import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'

export interface MenuItem {
  readonly label: string
  readonly about?: string
  readonly hotkey?: string
  readonly isDisabled?: boolean
  readonly onSelect: () => void
}

interface MenuProps {
  /** For a trigger without words. */
  readonly label?: string
  readonly trigger: ReactNode
  readonly triggerClass: string
  readonly items: readonly MenuItem[]
  readonly isDisabled?: boolean
  readonly align?: 'start' | 'end'
}

export function Menu({ label, trigger, triggerClass, items, isDisabled = false, align = 'end' }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger aria-label={label} disabled={isDisabled} className={triggerClass}>
        {trigger}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50">
          <Base.Popup className="min-w-56 rounded-xl border border-line bg-raised p-1 shadow-card outline-none">
            {items.map(({ label: text, about, hotkey, isDisabled: isOff = false, onSelect }) => (
              <Base.Item
                key={text}
                disabled={isOff}
                onClick={onSelect}
                className={classes(
                  'flex min-h-10 cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm outline-none select-none max-sm:min-h-12',
                  'data-highlighted:bg-accent-soft data-disabled:cursor-not-allowed data-disabled:opacity-50',
                )}
              >
                <span className="grow">
                  {text}
                  {about !== undefined && <span className="block text-xs text-muted">{about}</span>}
                </span>
                {hotkey !== undefined && <kbd className="text-xs text-muted">{hotkey}</kbd>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
