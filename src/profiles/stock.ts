import type { Profile } from '../contract/policy.ts'

/** Every category, in the order of the catalog. `ssh` and `images` are reserved. */
export const CATEGORY_LABELS: ReadonlyMap<string, string> = new Map([
  ['reasoning', 'Reasoning Tools'],
  ['collaboration', 'Collaboration Tools'],
  ['agents', 'Agent Tools'],
  ['prompts', 'Prompt Tools'],
  ['memory', 'Memory Tools'],
  ['todos', 'Todo Tools'],
  ['results', 'Result Tools'],
  ['web', 'Web Tools'],
  ['documents', 'Document Tools'],
  ['files', 'File Tools'],
  ['terminal', 'Terminal Tools'],
  ['build', 'Build Tools'],
  ['filesystem', 'Filesystem Tools'],
  ['shell', 'Shell Tools'],
  ['projects', 'Project Tools'],
  ['browser', 'Browser Tools'],
  ['gui', 'GUI Tools'],
  ['ssh', 'SSH Tools'],
  ['images', 'Image Tools'],
])

export const DEFAULT_PROFILE = 'workspace-agent'

type Settings = Pick<Profile, 'id' | 'label' | 'level' | 'paths' | 'spelling' | 'confirms' | 'onAsk' | 'onDisconnect'>

export interface StockProfile extends Settings {
  readonly categories: { readonly only: readonly string[] } | { readonly except: readonly string[] }
  /** `read` switches on only what has no other effect than reading. */
  readonly operations: 'all' | 'read'
  /** Categories in which everything but reading is confirmed each time. */
  readonly confirm: readonly string[]
}

export const STOCK_PROFILES: readonly StockProfile[] = [
  {
    id: DEFAULT_PROFILE,
    label: 'Workspace agent',
    categories: { except: ['filesystem', 'shell', 'projects', 'web', 'browser', 'gui'] },
    operations: 'all',
    confirm: [],
    level: 'execute_with_confirm',
    paths: 'workspace',
    spelling: 'grouped',
    confirms: 'person',
    onAsk: 'wait',
    onDisconnect: 'keep',
  },
  {
    id: 'remote-primitives',
    label: 'Remote primitives',
    categories: { only: ['filesystem', 'shell'] },
    operations: 'all',
    confirm: [],
    level: 'full_access',
    paths: 'open',
    spelling: 'flat',
    confirms: 'caller',
    onAsk: 'wait',
    onDisconnect: 'stop',
  },
  {
    id: 'project-automation',
    label: 'Project automation',
    categories: { only: ['projects', 'collaboration', 'todos', 'results'] },
    operations: 'all',
    confirm: ['projects'],
    level: 'execute_with_confirm',
    paths: 'projects',
    spelling: 'flat',
    confirms: 'person',
    onAsk: 'wait',
    onDisconnect: 'keep',
  },
  {
    id: 'read-only',
    label: 'Read only',
    categories: { only: ['files', 'terminal', 'memory', 'todos', 'results', 'projects'] },
    operations: 'read',
    confirm: [],
    level: 'read_only',
    paths: 'workspace',
    spelling: 'grouped',
    confirms: 'person',
    onAsk: 'wait',
    onDisconnect: 'stop',
  },
  {
    id: 'everything',
    label: 'Everything',
    categories: { except: [] },
    operations: 'all',
    confirm: [],
    level: 'execute_with_confirm',
    paths: 'workspace',
    spelling: 'grouped',
    confirms: 'person',
    onAsk: 'wait',
    onDisconnect: 'keep',
  },
]
