/** A JSON Schema, or the part of one that is about one field. */
export type FieldSchema = Readonly<Record<string, unknown>>

/** What a field accepts, in a few words: `a whole number from 1 to 2000`, `one of "a", "b"`. */
export function fieldWords(schema: FieldSchema): string {
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].map((value) => JSON.stringify(value)).join(', ')}`
  if ('const' in schema) return JSON.stringify(schema['const'])
  const choices = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) return unique(choices.map((choice: FieldSchema) => fieldWords(choice))).join(' or ')
  const type = schema['type']
  return Array.isArray(type) ? unique(type.map((one) => typeWords(one, schema))).join(' or ') : typeWords(type, schema)
}

function typeWords(type: unknown, schema: FieldSchema): string {
  switch (type) {
    case 'string':
      return textWords(schema['minLength'], schema['maxLength'])
    case 'integer':
      return `a whole number${range(...bounds(schema), '')}`
    case 'number':
      return `a number${range(...bounds(schema), '')}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `a list${range(schema['minItems'], schema['maxItems'], ' items')}`
    case 'object':
      return 'an object'
    case 'null':
      return 'null'
    default:
      return 'any value'
  }
}

function textWords(least: unknown, most: unknown): string {
  if (least !== 1) return `text${range(least, most, ' characters')}`
  return most === undefined ? 'text, not empty' : `text, not empty, of at most ${most} characters`
}

function bounds(schema: FieldSchema): [unknown, unknown] {
  const above = schema['exclusiveMinimum']
  return [
    schema['minimum'] ?? (above === undefined ? undefined : `more than ${above}`),
    schema['maximum'] ?? schema['exclusiveMaximum'],
  ]
}

function range(least: unknown, most: unknown, unit: string): string {
  if (least !== undefined && most !== undefined) return ` from ${least} to ${most}${unit}`
  if (least !== undefined) return typeof least === 'string' ? ` ${least}${unit}` : ` of at least ${least}${unit}`
  return most === undefined ? '' : ` of at most ${most}${unit}`
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)]
}
