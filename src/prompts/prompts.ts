import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import { nearest } from '../base/nearest.ts'
import { oneLine } from '../base/visible.ts'
import type { MiniPrompt, NewMiniPrompt, NewSystemPrompt, SystemPrompt } from '../contract/prompts.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'
import { BUILT_IN_MINI, BUILT_IN_SYSTEM } from './built-in.ts'
import { createPromptStore, type PromptRow } from './store.ts'

export interface Prompts {
  readonly systemPrompts: () => readonly SystemPrompt[]
  readonly miniPrompts: () => readonly MiniPrompt[]
  /** Those that hold for a conversation, in their order. */
  readonly enabledFor: (owner: string) => readonly MiniPrompt[]
  readonly systemPrompt: (id: string) => SystemPrompt
  readonly miniPrompt: (id: string) => MiniPrompt
  readonly addSystem: (prompt: NewSystemPrompt, by: string) => SystemPrompt
  readonly addMini: (prompt: NewMiniPrompt, by: string) => MiniPrompt
  readonly changeSystem: (id: string, change: Partial<NewSystemPrompt>, by: string) => SystemPrompt
  readonly changeMini: (id: string, change: Partial<NewMiniPrompt>, by: string) => MiniPrompt
  /** For one conversation. */
  readonly enable: (id: string, owner: string, isEnabled: boolean, by: string) => MiniPrompt
  readonly remove: (id: string, by: string) => void
  readonly onChange: (listener: () => void) => () => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly limits: Limits
}

/** Prompts are written by people; agents read them. */
export function createPrompts({ database, events, clock, limits }: Parts): Prompts {
  const store = createPromptStore(database)
  const listeners = new Set<() => void>()

  const systemPrompts = (): SystemPrompt[] => [
    ...store.list('system').map(toSystem),
    ...Object.entries(BUILT_IN_SYSTEM).map(([id, prompt]) => ({ ...prompt, ...builtIn(id) })),
  ]
  const miniPrompts = (): MiniPrompt[] => {
    const chosen = Map.groupBy(store.choices(), ({ prompt }) => prompt)
    const runsOf = (id: string) => (chosen.get(id) ?? []).map(({ owner }) => owner)
    const all = [
      ...store.list('mini').map((row) => ({ ...(JSON.parse(row.body) as NewMiniPrompt), ...kept(row) })),
      ...Object.entries(BUILT_IN_MINI).map(([id, prompt]) => ({ ...prompt, ...builtIn(id) })),
    ]
    return all
      .map((prompt) => {
        const runs = runsOf(prompt.id)
        return { ...prompt, runs, scope: scopeOf(prompt.isEnabled, runs) }
      })
      .sort((a, b) => a.order - b.order || a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  }
  const find = <T extends { readonly id: string }>(all: readonly T[], id: string): T => {
    const found = all.find((prompt) => prompt.id === id)
    if (found === undefined) throw missing(id, all)
    return found
  }
  const changed = (id: string, by: string, what: string): void => {
    events.append({ type: 'prompts.changed', subject: id, body: { what, by } })
    database.afterCommit(() => {
      for (const listener of listeners) listener()
    })
  }
  const add = (kind: PromptRow['kind'], prompt: NewSystemPrompt | NewMiniPrompt, by: string): string =>
    database.transaction(() => {
      if (store.count() >= limits.prompts) throw tooMany(limits.prompts)
      const taken = [...systemPrompts(), ...miniPrompts()].map(({ id }) => id)
      const id = freeId(prompt.name, taken)
      const now = clock.now()
      store.save({ id, kind, body: JSON.stringify(prompt), created_at: now, updated_at: now })
      changed(id, by, 'added')
      return id
    })
  const change = <T extends NewSystemPrompt | NewMiniPrompt>(
    kind: PromptRow['kind'],
    id: string,
    next: Partial<T>,
    by: string,
  ): void =>
    database.transaction(() => {
      const row = store.find(id)
      if (row === undefined || row.kind !== kind) {
        find<SystemPrompt | MiniPrompt>(kind === 'system' ? systemPrompts() : miniPrompts(), id)
        throw new HostError('PERMISSION_DENIED', `${id} comes with upperhand and cannot be changed.`, {
          hint: 'Make one of your own from its text.',
        })
      }
      const body = { ...(JSON.parse(row.body) as T), ...next }
      store.save({ ...row, body: JSON.stringify(body), updated_at: clock.now() })
      changed(id, by, 'changed')
    })

  return {
    systemPrompts,
    miniPrompts,
    enabledFor: (owner) => miniPrompts().filter(({ isEnabled, runs }) => isEnabled || runs.includes(owner)),
    systemPrompt: (id) => find(systemPrompts(), id),
    miniPrompt: (id) => find(miniPrompts(), id),
    addSystem: (prompt, by) => {
      const id = add('system', prompt, by)
      return find(systemPrompts(), id)
    },
    addMini: (prompt, by) => {
      const id = add('mini', prompt, by)
      return find(miniPrompts(), id)
    },
    changeSystem: (id, next, by) => {
      change<NewSystemPrompt>('system', id, next, by)
      return find(systemPrompts(), id)
    },
    changeMini: (id, next, by) => {
      change<NewMiniPrompt>('mini', id, next, by)
      return find(miniPrompts(), id)
    },
    enable: (id, owner, isEnabled, by) =>
      database.transaction(() => {
        find(miniPrompts(), id)
        store.choose(id, owner, isEnabled, clock.now())
        changed(id, by, isEnabled ? 'enabled' : 'disabled')
        return find(miniPrompts(), id)
      }),
    remove: (id, by) =>
      database.transaction(() => {
        if (!store.remove(id)) throw missing(id, [...systemPrompts(), ...miniPrompts()])
        changed(id, by, 'removed')
      }),
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The parts of a system prompt that are on, as one text. */
export function systemText({ components }: NewSystemPrompt): string {
  return components
    .filter(({ isEnabled }) => isEnabled)
    .map(({ title, content }) => (title === '' ? content : `# ${title}\n${content}`))
    .join('\n\n')
}

function scopeOf(isEnabled: boolean, runs: readonly string[]): MiniPrompt['scope'] {
  if (isEnabled) return 'global'
  return runs.length > 0 ? 'run' : 'off'
}

function toSystem(row: PromptRow): SystemPrompt {
  // Written by us alone, from a parsed prompt.
  return { ...(JSON.parse(row.body) as NewSystemPrompt), ...kept(row) }
}

function kept({ id, created_at, updated_at }: PromptRow) {
  return { id, isBuiltIn: false, createdAt: created_at, updatedAt: updated_at }
}

function builtIn(id: string) {
  return { id, isBuiltIn: true, createdAt: 0, updatedAt: 0 }
}

/** Readable, because people type it: `my-style`, `my-style-2`. */
function freeId(name: string, taken: readonly string[]): string {
  const slug =
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 50) || 'prompt'
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? slug : `${slug}-${number}`
    if (!taken.includes(id)) return id
  }
}

function missing(id: string, all: readonly { readonly id: string }[]): HostError {
  const near = nearest(
    id,
    all.map((prompt) => prompt.id),
  )
  const hint = near.length > 0 ? `Close: ${near.join(', ')}.` : `Ids: ${all.map((prompt) => prompt.id).join(', ')}.`
  return new HostError('NOT_FOUND', `There is no prompt ${oneLine(id, 60)} of this kind.`, { hint })
}

function tooMany(most: number): HostError {
  return new HostError('LIMIT_REACHED', `There are ${most} prompts already.`, { hint: 'Remove one first.' })
}
