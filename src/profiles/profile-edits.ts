import { HostError } from '../base/host-error.ts'
import type { ToolPermission } from '../contract/levels.ts'
import type { FileProfile } from '../contract/tools-file.ts'
import type { Catalog, CatalogEntry } from '../tools/catalog.ts'
import type { Draft } from './draft.ts'
import type { Names } from './names.ts'
import { byCategory, categoryLabel, fileId } from './stock-profile.ts'

/** Switches operations in a profile. Of a category that was off, only what was asked for comes on. */
export function switchTools(
  draft: Draft,
  names: Names,
  id: string,
  entries: readonly CatalogEntry[],
  isOn: boolean,
): void {
  const wanted = new Set(entries)
  splitMentions(draft, names, id, wanted)
  const own = new Set(entries.map(({ toolset }) => toolset.category))
  for (const [index, category] of draft.profile(id).categories.entries()) {
    const isWanted = category.tools.map((tool) => names.operations(tool.id).some((entry) => wanted.has(entry)))
    const opens = isOn && !category.enabled && (own.has(category.id) || isWanted.includes(true))
    for (const [position, tool] of category.tools.entries()) {
      const next = isWanted[position] ? isOn : tool.enabled && !opens
      if (next !== tool.enabled) draft.setIn(id, ['categories', index, 'tools', position, 'enabled'], next)
    }
    if (opens) draft.setIn(id, ['categories', index, 'enabled'], true)
  }
}

/** Switches a category. One whose tools are all off comes on with all of them: otherwise nothing would happen. */
export function switchCategory(draft: Draft, catalog: Catalog, id: string, category: string, isOn: boolean): void {
  const { categories } = draft.profile(id)
  const indexes = categories.flatMap((one, index) => (one.id === category ? [index] : []))
  const tools = indexes.flatMap(
    (index) => categories[index]?.tools.map((tool, position) => ({ tool, index, position })) ?? [],
  )
  if (indexes.length === 0) {
    throw new HostError('NOT_FOUND', `There is no category "${category}".`, {
      hint: `Categories: ${[...byCategory(catalog).keys()].join(', ')}.`,
    })
  }
  for (const index of indexes) draft.setIn(id, ['categories', index, 'enabled'], isOn)
  if (!isOn || tools.some(({ tool }) => tool.enabled)) return
  for (const { index, position } of tools) draft.setIn(id, ['categories', index, 'tools', position, 'enabled'], true)
}

/** Sets or clears what one operation may do, and takes it out of any entry that spoke for several. */
export function setPermission(
  draft: Draft,
  names: Names,
  id: string,
  entry: CatalogEntry,
  permission: ToolPermission | null,
): void {
  for (const [key, old] of Object.entries(draft.profile(id).toolPermissions)) {
    const spokenFor = names.operations(key)
    if (!spokenFor.includes(entry)) continue
    draft.removeIn(id, ['toolPermissions', key])
    for (const other of spokenFor) {
      const isSaid = Object.hasOwn(draft.profile(id).toolPermissions, fileId(other))
      if (other !== entry && !isSaid) draft.setIn(id, ['toolPermissions', fileId(other)], old)
    }
  }
  if (permission !== null) draft.setIn(id, ['toolPermissions', fileId(entry)], permission)
}

/** Lists what a profile does not mention, switched off, so that the file stays complete. */
export function addUnmentioned(draft: Draft, catalog: Catalog, names: Names, id: string): void {
  const mentioned = new Set(
    draft.profile(id).categories.flatMap(({ tools }) => tools.flatMap((tool) => names.operations(tool.id))),
  )
  for (const [category, entries] of byCategory(catalog)) {
    const tools = entries
      .filter((entry) => !mentioned.has(entry))
      .map((entry) => ({ id: fileId(entry), label: entry.operation.title, enabled: false }))
    if (tools.length === 0) continue
    const index = draft.profile(id).categories.findIndex((one) => one.id === category)
    // A category that is off closes its tools wherever they are listed, so a new one is off only if all its tools are new.
    const isNew = tools.length === entries.length
    if (index === -1)
      draft.addIn(id, ['categories'], { id: category, label: categoryLabel(category), enabled: !isNew, tools })
    else for (const tool of tools) draft.addIn(id, ['categories', index, 'tools'], tool)
  }
}

const SETTINGS = [
  'level',
  'paths',
  'spelling',
  'confirms',
  'onAsk',
  'elicitation',
  'onDisconnect',
  'toolPermissions',
  'autoApprove',
  'limits',
] as const

/** Brings a profile that follows its stock definition up to date with it, without touching comments. */
export function refreshStock(draft: Draft, id: string, target: FileProfile): void {
  for (const key of SETTINGS) {
    if (JSON.stringify(draft.profile(id)[key]) !== JSON.stringify(target[key])) draft.setIn(id, [key], target[key])
  }
  for (const category of target.categories) {
    const index = draft.profile(id).categories.findIndex((one) => one.id === category.id)
    if (index === -1) {
      draft.addIn(id, ['categories'], category)
      continue
    }
    if (draft.profile(id).categories[index]?.enabled !== category.enabled)
      draft.setIn(id, ['categories', index, 'enabled'], category.enabled)
    for (const tool of category.tools) {
      const tools = draft.profile(id).categories[index]?.tools ?? []
      const position = tools.findIndex((one) => one.id === tool.id)
      if (position === -1) draft.addIn(id, ['categories', index, 'tools'], tool)
      else if (tools[position]?.enabled !== tool.enabled)
        draft.setIn(id, ['categories', index, 'tools', position, 'enabled'], tool.enabled)
    }
  }
}

/** An entry such as `file_operations` speaks for many; it is written out before one of them is switched alone. */
function splitMentions(draft: Draft, names: Names, id: string, wanted: ReadonlySet<CatalogEntry>): void {
  for (const [index, category] of draft.profile(id).categories.entries()) {
    for (const [position, tool] of category.tools.entries()) {
      const entries = names.operations(tool.id)
      const isPartly = entries.some((entry) => wanted.has(entry)) && !entries.every((entry) => wanted.has(entry))
      if (!isPartly) continue
      const [first, ...rest] = entries.map((entry) => ({
        id: fileId(entry),
        label: entry.operation.title,
        enabled: tool.enabled,
      }))
      draft.setIn(id, ['categories', index, 'tools', position], first)
      for (const one of rest) draft.addIn(id, ['categories', index, 'tools'], one)
    }
  }
}
