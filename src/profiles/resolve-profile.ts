import type { JsonPath } from '../base/edit-json.ts'
import { LIMITS, type Limits } from '../base/limits.ts'
import { TOOL_PERMISSIONS, type ToolPermission } from '../contract/levels.ts'
import type { Profile } from '../contract/policy.ts'
import type { FileProfile } from '../contract/tools-file.ts'
import type { Catalog, CatalogEntry } from '../tools/catalog.ts'
import type { Names } from './names.ts'
import { STOCK_PROFILES } from './stock.ts'
import { followedStock, stockProfile } from './stock-profile.ts'

export interface ResolvedProfile {
  readonly profile: Profile
  readonly isSwitchedOn: boolean
  readonly origin: 'stock' | 'customised' | 'own'
  /** What is in force: the file's words, or the stock definition that it follows. */
  readonly effective: FileProfile
  readonly limits: Partial<Limits>
  readonly notes: readonly Note[]
}

/** Something odd in a profile, with its path inside the profile. */
export interface Note {
  readonly path: JsonPath
  readonly message: string
}

/** An operation is on when everything that mentions it says so. What a profile does not mention is off. */
export function resolveProfile(given: FileProfile, catalog: Catalog, names: Names): ResolvedProfile {
  const stock = followedStock(given)
  const effective = stock === undefined ? given : stockProfile(stock, catalog)
  const notes: Note[] = []
  const find = createFinder(catalog, names, notes)
  const enabled = enabledOperations(effective, find, notes)
  const permissions = permissionsOf(effective, find)
  const approved = new Set(
    effective.autoApprove.enabled
      ? effective.autoApprove.tools.flatMap((id, index) =>
          find(id, ['autoApprove', 'tools', index]).map((entry) => entry.id),
        )
      : [],
  )
  const { level, paths, spelling, confirms, onAsk, elicitation, onDisconnect } = effective
  return {
    profile: {
      id: given.id,
      label: given.label ?? given.id,
      level,
      paths,
      spelling,
      confirms,
      onAsk,
      elicitation,
      onDisconnect,
      isEnabled: (id) => enabled.get(id) === true,
      permission: (id) => permissions.get(id),
      autoApproves: (id) => approved.has(id),
    },
    isSwitchedOn: given.enabled,
    origin: stock !== undefined ? 'stock' : STOCK_PROFILES.some(({ id }) => id === given.id) ? 'customised' : 'own',
    effective,
    limits: limitsOf(effective, notes),
    notes,
  }
}

type Find = (id: string, path: JsonPath) => readonly CatalogEntry[]

function createFinder({ unavailable }: Catalog, names: Names, notes: Note[]): Find {
  return (id, path) => {
    const entries = names.operations(id)
    const isDown = unavailable.some(
      ({ name, operations }) => id === name || id.startsWith(`${name}.`) || operations?.includes(id),
    )
    if (entries.length === 0 && !isDown) notes.push({ path, message: `"${id}" is not a tool of this version.` })
    return entries
  }
}

function enabledOperations({ categories }: FileProfile, find: Find, notes: Note[]): ReadonlyMap<string, boolean> {
  const closed = new Set(categories.filter((category) => !category.enabled).map(({ id }) => id))
  const enabled = new Map<string, boolean>()
  for (const [index, category] of categories.entries()) {
    for (const [position, tool] of category.tools.entries()) {
      const path = ['categories', index, 'tools', position]
      for (const { id, toolset } of find(tool.id, [...path, 'id'])) {
        const isOn = tool.enabled && category.enabled && !closed.has(toolset.category)
        const before = enabled.get(id)
        if (before !== undefined && before !== isOn)
          notes.push({ path, message: `"${tool.id}" is listed twice, once off: it is off.` })
        enabled.set(id, isOn && before !== false)
      }
    }
  }
  return enabled
}

function permissionsOf({ toolPermissions }: FileProfile, find: Find): ReadonlyMap<string, ToolPermission> {
  const permissions = new Map<string, ToolPermission>()
  for (const [name, permission] of Object.entries(toolPermissions)) {
    for (const { id } of find(name, ['toolPermissions', name])) {
      permissions.set(id, stricter(permission, permissions.get(id) ?? permission))
    }
  }
  return permissions
}

/** TOOL_PERMISSIONS goes from free to strict. */
function stricter(a: ToolPermission, b: ToolPermission): ToolPermission {
  return TOOL_PERMISSIONS.indexOf(a) >= TOOL_PERMISSIONS.indexOf(b) ? a : b
}

function limitsOf({ limits }: FileProfile, notes: Note[]): Partial<Limits> {
  for (const name of Object.keys(limits)) {
    if (!Object.hasOwn(LIMITS, name)) notes.push({ path: ['limits', name], message: `"${name}" is not a limit.` })
  }
  return Object.fromEntries(Object.entries(limits).filter(([name]) => Object.hasOwn(LIMITS, name)))
}
