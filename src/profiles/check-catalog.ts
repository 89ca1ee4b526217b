import { isDeepStrictEqual } from 'node:util'
import type { Catalog, CatalogEntry } from '../tools/catalog.ts'
import type { Toolset } from '../tools/operation.ts'
import { flatNames } from './flat-names.ts'
import { inputSchemaOf } from './input-schema.ts'

/** What a model provider accepts as the name of a tool. */
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/

/** Mistakes in the catalog itself stop the start: a half-right tool list is worse than none. */
export function checkCatalog(catalog: Catalog): void {
  for (const name of [...flatNames(catalog).keys(), ...catalog.toolsets.map((toolset) => toolset.name)]) {
    if (!TOOL_NAME.test(name)) throw new Error(`${name} cannot be the name of a tool`)
  }
  for (const entry of catalog.entries) {
    if (entry.operation.input.def.catchall?._zod.def.type !== 'never') {
      throw new Error(`${entry.id}: the input is not a strict object`)
    }
    checkAliases(entry)
  }
  for (const toolset of catalog.toolsets) if (toolset.shape === 'grouped') checkFields(toolset)
}

function checkAliases({ id, operation }: CatalogEntry): void {
  for (const field of operation.unlisted) {
    if (!inputSchemaOf(operation).fields.has(field) || inputSchemaOf(operation).required.has(field)) {
      throw new Error(`${id}: ${field} is not an optional field, so it cannot be unlisted`)
    }
  }
  const seen = new Set([...Object.keys(operation.input.shape), 'operation'])
  for (const [field, aliases] of Object.entries(operation.aliases)) {
    if (!Object.hasOwn(operation.input.shape, field)) throw new Error(`${id}: aliases name the unknown field ${field}`)
    for (const alias of aliases) {
      if (seen.has(alias)) throw new Error(`${id}: the alias ${alias} is taken`)
      seen.add(alias)
    }
  }
}

/** In a grouped tool all operations share one set of fields, so a name has one meaning throughout. */
function checkFields(toolset: Toolset): void {
  const first = new Map<string, Toolset['operations'][number]>()
  for (const operation of toolset.operations) {
    for (const [name, field] of Object.entries(operation.input.shape)) {
      if (name === 'operation') throw new Error(`${toolset.name}: "operation" cannot be a field of ${operation.name}`)
      const other = first.get(name)
      if (other === undefined) first.set(name, operation)
      else if (
        other.input.shape[name] !== field &&
        !isDeepStrictEqual(schemaOf(other, name), schemaOf(operation, name))
      ) {
        throw new Error(`${toolset.name}: the field ${name} differs between ${other.name} and ${operation.name}`)
      }
    }
  }
}

function schemaOf(operation: Toolset['operations'][number], field: string): unknown {
  return inputSchemaOf(operation).fields.get(field)
}
