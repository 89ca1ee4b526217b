import type { LucideIcon } from 'lucide-react'
import { History, Inbox, Plug, Scale, Settings, SquareTerminal, Wrench } from 'lucide-react'
import type { ComponentType } from 'react'
import type { ConsolePath } from '../../src/contract/console.ts'

/** A page is a folder here and a line in this list. */
export interface PageEntry {
  readonly path: '' | ConsolePath
  readonly label: string
  /** Goes there after `g`. */
  readonly key: string
  readonly icon: LucideIcon
  /** Has its own tab on a phone; the others are under More. */
  readonly isOnPhone?: boolean
  readonly load: () => Promise<{ readonly default: ComponentType }>
}

export const PAGES: readonly PageEntry[] = [
  { path: '', label: 'Inbox', key: 'i', icon: Inbox, isOnPhone: true, load: () => import('./inbox/inbox.tsx') },
  {
    path: 'terminals',
    label: 'Terminals',
    key: 't',
    icon: SquareTerminal,
    isOnPhone: true,
    load: () => import('./terminals/terminals.tsx'),
  },
  {
    path: 'history',
    label: 'History',
    key: 'h',
    icon: History,
    isOnPhone: true,
    load: () => import('./history/history.tsx'),
  },
  { path: 'tools', label: 'Tools', key: 'o', icon: Wrench, isOnPhone: true, load: () => import('./tools/tools.tsx') },
  { path: 'rules', label: 'Rules', key: 'r', icon: Scale, load: () => import('./rules/rules.tsx') },
  { path: 'clients', label: 'Clients', key: 'c', icon: Plug, load: () => import('./clients/clients.tsx') },
  { path: 'settings', label: 'Settings', key: 'x', icon: Settings, load: () => import('./settings/settings.tsx') },
]
