import { useSyncExternalStore } from 'react'

/** What this browser remembers of how the page looks and behaves. The daemon knows nothing of it. */
const DEFAULTS = {
  theme: 'system',
  density: 'normal',
  keys: 'on',
  notify: 'off',
  sound: 'off',
  tour: 'open',
} as const
export type Preference = keyof typeof DEFAULTS

const listeners = new Set<() => void>()

export function preference(name: Preference): string {
  return localStorage.getItem(`upperhand.${name}`) ?? DEFAULTS[name]
}

export function setPreference(name: Preference, value: string): void {
  if (value === DEFAULTS[name]) localStorage.removeItem(`upperhand.${name}`)
  else localStorage.setItem(`upperhand.${name}`, value)
  apply()
}

export function usePreference(name: Preference): string {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    () => preference(name),
  )
}

/** `theme.js` does the same before the first paint. */
function apply(): void {
  const { dataset } = document.documentElement
  const theme = preference('theme')
  if (theme === 'system') delete dataset['theme']
  else dataset['theme'] = theme
  if (preference('density') === 'compact') dataset['density'] = 'compact'
  else delete dataset['density']
  for (const listener of listeners) listener()
}
addEventListener('storage', apply)
