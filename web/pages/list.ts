import type { LucideIcon } from 'lucide-react'
import {
  Activity,
  BrainCircuit,
  FileText,
  History,
  Inbox,
  ListTodo,
  MessageSquareText,
  Plug,
  Scale,
  Settings,
  SquareTerminal,
  Wrench,
} from 'lucide-react'
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
  { path: 'live', label: 'Live', key: 'l', icon: Activity, isOnPhone: true, load: () => import('./live/live.tsx') },
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
    load: () => import('./history/history.tsx'),
  },
  { path: 'tools', label: 'Tools', key: 'o', icon: Wrench, load: () => import('./tools/tools.tsx') },
  { path: 'rules', label: 'Rules', key: 'r', icon: Scale, load: () => import('./rules/rules.tsx') },
  { path: 'todos', label: 'Todos', key: 'd', icon: ListTodo, load: () => import('./todos/todos.tsx') },
  { path: 'memory', label: 'Memory', key: 'm', icon: BrainCircuit, load: () => import('./memory/memory.tsx') },
  {
    path: 'documents',
    label: 'Documents',
    key: 'f',
    icon: FileText,
    load: () => import('./documents/documents.tsx'),
  },
  {
    path: 'prompts',
    label: 'Prompts',
    key: 'p',
    icon: MessageSquareText,
    load: () => import('./prompts/prompts.tsx'),
  },
  { path: 'clients', label: 'Clients', key: 'c', icon: Plug, load: () => import('./clients/clients.tsx') },
  { path: 'settings', label: 'Settings', key: 'x', icon: Settings, load: () => import('./settings/settings.tsx') },
]
