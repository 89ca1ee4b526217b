import type { Operation, Toolset } from './operation.ts'

export interface CatalogEntry {
  /** `think`, `file_operations.read_file`, `filesystem.fs_read`: the only name used inside. */
  readonly id: string
  readonly toolset: Toolset
  readonly operation: Operation
}

/** A toolset whose service could not start: named with its reason, never published. */
export interface UnavailableToolset {
  readonly name: string
  readonly category: string
  readonly reason: string
  /** Names its operations stand under, so that a call to one is answered with the reason. */
  readonly operations?: readonly string[]
}

export interface Catalog {
  readonly toolsets: readonly Toolset[]
  readonly entries: readonly CatalogEntry[]
  readonly byId: ReadonlyMap<string, CatalogEntry>
  readonly unavailable: readonly UnavailableToolset[]
}

export function operationId(toolset: Toolset, operation: Operation): string {
  return toolset.shape === 'single' ? toolset.name : `${toolset.name}.${operation.name}`
}

/** The order of `toolsets` is the published order. A name that stands twice stops the start. */
export function createCatalog(toolsets: readonly Toolset[], unavailable: readonly UnavailableToolset[] = []): Catalog {
  const entries = toolsets.flatMap((toolset) =>
    toolset.operations.map((operation) => ({ id: operationId(toolset, operation), toolset, operation })),
  )
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  if (byId.size !== entries.length) throw new Error('two operations share one id')
  return { toolsets, entries, byId, unavailable }
}
