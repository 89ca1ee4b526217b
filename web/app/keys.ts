import { useEffect, useRef } from 'react'
import { preference } from './preferences.ts'

export type KeyMap = Readonly<Record<string, () => void>>

/** Single keys of what is on the screen. They do nothing while somebody types, in a dialog, or when they are switched off. */
export function useKeys(keys: KeyMap, isOn = true): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
      if (isTyping(event.target) || isInDialog() || preference('keys') === 'off') return
      const action = latest.current[event.key]
      if (action === undefined) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isOn])
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.closest('input, textarea, select, [role="textbox"], .xterm') !== null
}

function isInDialog(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null
}

/** What `?` shows. */
export const KEY_TABLE: readonly { readonly group: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    group: 'Everywhere',
    keys: [
      ['Ctrl K', 'Search and commands'],
      ['g then a letter', 'Go to a page: its letter is in the commands'],
      ['.', 'Pause everything, or go on'],
      ['?', 'This list'],
      ['Esc', 'Back'],
    ],
  },
  {
    group: 'Inbox',
    keys: [
      ['j, k', 'Next and previous request'],
      ['a', 'Approve once; hold it where the risk is high'],
      ['5', 'Approve for five minutes'],
      ['s', 'Approve for this run'],
      ['r', 'Approve by a rule'],
      ['e', 'Edit the arguments'],
      ['d', 'Deny'],
      ['m', 'Deny and tell the agent why'],
      ['x', 'Select for a batch'],
      ['Shift A, Shift D', 'Approve or deny the batch'],
      ['v', 'All raw arguments'],
    ],
  },
  {
    group: 'History',
    keys: [
      ['/', 'Search'],
      ['j, k', 'Next and previous call'],
    ],
  },
]
