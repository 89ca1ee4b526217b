import type { Catalog, CatalogEntry } from '../tools/catalog.ts'

/**
 * The name of every operation when it stands alone. An operation of a grouped toolset gets its toolset's prefix when
 * its own name is a bare word (`todo_read`) or taken; the names of flat toolsets and single tools are never changed.
 */
export function flatNames(catalog: Catalog): ReadonlyMap<string, CatalogEntry> {
  const claims = Map.groupBy(catalog.entries, (entry) => entry.operation.name)
  const reserved = new Set([...catalog.toolsets, ...catalog.unavailable].flatMap(toolsetNames))
  const names = new Map<string, CatalogEntry>()
  for (const entry of catalog.entries) {
    const isTaken = reserved.has(entry.operation.name) || (claims.get(entry.operation.name)?.length ?? 0) > 1
    const name = ownName(entry, isTaken)
    if (names.has(name)) throw new Error(`two operations would be published as ${name}`)
    names.set(name, entry)
  }
  return names
}

function ownName({ toolset, operation }: CatalogEntry, isTaken: boolean): string {
  if (toolset.shape === 'single') return toolset.name
  const isBareWord = !operation.name.includes('_')
  if (toolset.shape === 'flat' || !(isBareWord || isTaken)) return operation.name
  return `${toolset.name.replace(/_operations$/, '')}_${operation.name}`
}

function toolsetNames(toolset: { readonly name: string; readonly aliases?: readonly string[] }): readonly string[] {
  return [toolset.name, ...(toolset.aliases ?? [])]
}
