import { createHash } from 'node:crypto'
import { canonicalJson } from '../base/canonical-json.ts'
import type { FileCategory, FileProfile, ToolsFile } from '../contract/tools-file.ts'
import type { Catalog, CatalogEntry } from '../tools/catalog.ts'
import { CATEGORY_LABELS, DEFAULT_PROFILE, STOCK_PROFILES, type StockProfile } from './stock.ts'

/** What first run writes. */
export function stockFile(catalog: Catalog): ToolsFile {
  return {
    version: 1,
    activeProfile: DEFAULT_PROFILE,
    profiles: STOCK_PROFILES.map((stock) => stockProfile(stock, catalog)),
  }
}

/** A stock profile as tools.json has it: every tool of the catalog with its switch. */
export function stockProfile(stock: StockProfile, catalog: Catalog): FileProfile {
  const { id, label, level, paths, spelling, confirms, onAsk, onDisconnect } = stock
  const profile = {
    id,
    label,
    enabled: true,
    level,
    paths,
    spelling,
    confirms,
    onAsk,
    elicitation: false,
    onDisconnect,
    toolPermissions: Object.fromEntries(confirmed(stock, catalog).map((entry) => [fileId(entry), 'confirm' as const])),
    autoApprove: { enabled: false, tools: [] },
    limits: {},
    categories: [...byCategory(catalog)].map(([category, entries]) => stockCategory(stock, category, entries)),
  }
  return { ...profile, stock: fingerprint(profile) }
}

/** The stock definition that a profile of the file still is, word for word; undefined once anything was changed. */
export function followedStock(profile: FileProfile): StockProfile | undefined {
  if (profile.stock !== fingerprint(profile)) return undefined
  return STOCK_PROFILES.find(({ id }) => id === profile.id)
}

/** How a tool is called in tools.json: the operations of flat toolsets by their own name, all others by their id. */
export function fileId({ id, toolset, operation }: CatalogEntry): string {
  return toolset.shape === 'flat' ? operation.name : id
}

export function categoryLabel(id: string): string {
  return CATEGORY_LABELS.get(id) ?? id
}

export function byCategory(catalog: Catalog): ReadonlyMap<string, readonly CatalogEntry[]> {
  const groups = Map.groupBy(catalog.entries, ({ toolset }) => toolset.category)
  const order = [...CATEGORY_LABELS.keys(), ...groups.keys()]
  return new Map([...groups].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)))
}

function stockCategory(stock: StockProfile, id: string, entries: readonly CatalogEntry[]): FileCategory {
  const { categories } = stock
  const tools = entries.map((entry) => ({
    id: fileId(entry),
    label: entry.operation.title,
    enabled: stock.operations === 'all' || entry.operation.effect === 'read',
  }))
  const isOn = 'only' in categories ? categories.only.includes(id) : !categories.except.includes(id)
  return { id, label: categoryLabel(id), enabled: isOn, tools }
}

function confirmed(stock: StockProfile, { entries }: Catalog): CatalogEntry[] {
  return entries.filter(
    ({ toolset, operation }) => stock.confirm.includes(toolset.category) && operation.effect !== 'read',
  )
}

/** Of everything that decides something; names for people and the profile's own switch are left out. */
export function fingerprint({
  id,
  level,
  paths,
  spelling,
  confirms,
  onAsk,
  elicitation,
  onDisconnect,
  ...profile
}: FileProfile): string {
  const { toolPermissions, autoApprove, limits } = profile
  const categories = profile.categories.map((category) => ({
    id: category.id,
    enabled: category.enabled,
    tools: category.tools.map((tool) => ({ id: tool.id, enabled: tool.enabled })),
  }))
  const facts = {
    id,
    level,
    paths,
    spelling,
    confirms,
    onAsk,
    // Only if it is on: files that were written before it existed keep their fingerprint.
    ...(elicitation ? { elicitation } : {}),
    onDisconnect,
    toolPermissions,
    autoApprove,
    limits,
    categories,
  }
  return createHash('sha256').update(canonicalJson(facts)).digest('hex').slice(0, 16)
}
