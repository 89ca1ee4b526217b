import { HostError } from '../../base/host-error.ts'
import { inputSchemaOf } from '../../profiles/input-schema.ts'
import type { Catalog } from '../../tools/catalog.ts'

/** The arguments of one operation as JSON Schema, for a form that calls it. */
export function toolSchema({ byId }: Catalog, id: string): object {
  const entry = byId.get(id)
  if (entry === undefined) throw new HostError('NOT_FOUND', `There is no tool ${id}.`)
  const { fields, required } = inputSchemaOf(entry.operation)
  return {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: [...required],
    additionalProperties: false,
  }
}
