import type { CatalogEntry } from '../tools/catalog.ts'

/** One correct set of arguments. `operation` is right under every spelling of a grouped tool, so it is always shown. */
export function correctCall({ toolset, operation }: CatalogEntry): string {
  const args = toolset.shape === 'grouped' ? { operation: operation.name, ...operation.example } : operation.example
  return JSON.stringify(args)
}
