import { z } from 'zod'
import { compact } from '../../../profiles/input-schema.ts'

export type JsonSchema = Readonly<Record<string, unknown>>

/** Turns schemas into JSON Schema; those with an id stand once, under `#/components/schemas`. */
export interface Schemas {
  /** What a sender may write: defaults may be left out. */
  readonly input: (schema: z.ZodType) => JsonSchema
  /** What a receiver gets. Objects stay open: a later version may add fields. */
  readonly output: (schema: z.ZodType) => JsonSchema
  /** The named ones that were met so far. */
  readonly named: () => Readonly<Record<string, JsonSchema>>
}

export function createSchemas(): Schemas {
  const named = new Map<string, JsonSchema>()
  const convert = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
    const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
    const { $schema: _dialect, $defs = {}, ...rest } = compact(converted) as Record<string, unknown>
    for (const [id, definition] of Object.entries($defs as Readonly<Record<string, JsonSchema>>)) {
      named.set(id, pointed(withoutId(definition)) as JsonSchema)
    }
    const { id, ...plain } = rest
    if (typeof id !== 'string') return pointed(rest) as JsonSchema
    named.set(id, pointed(plain) as JsonSchema)
    return { $ref: `#/components/schemas/${id}` }
  }
  return {
    input: (schema) => convert(schema, 'input'),
    output: (schema) => opened(convert(schema, 'output')),
    named: () => Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function opened({ additionalProperties, ...rest }: JsonSchema): JsonSchema {
  return additionalProperties === false || additionalProperties === undefined ? rest : { ...rest, additionalProperties }
}

function withoutId({ id: _id, ...rest }: JsonSchema): JsonSchema {
  return rest
}

/** References inside one schema become references inside the document. */
function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === '$ref' && typeof item === 'string'
        ? [key, item.replace('#/$defs/', '#/components/schemas/')]
        : [key, pointed(item)],
    ),
  )
}
