import type { z } from 'zod'
import { type FieldSchema, fieldWords } from './field-words.ts'
import { nearest } from './nearest.ts'
import { shown } from './shown.ts'
import { oneLine } from './visible.ts'

export interface Checked {
  /** The JSON Schema of the whole value. */
  readonly schema: FieldSchema
  readonly given: unknown
  /** What a key is called: `parameter`, `field`. */
  readonly noun: string
  /** Keys that are accepted at the root though the schema does not have them. */
  readonly alsoKnown: readonly string[]
}

/** The issues of a failed parse as sentences, the first `most` of them: the field, what was given, what is allowed. */
export function issueText(checked: Checked, issues: readonly z.core.$ZodIssue[], most: number): string {
  const parts = issues.flatMap<{ issue: z.core.$ZodIssue; key?: string }>((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys.map((key) => ({ issue, key })) : [{ issue }],
  )
  const sentences = parts
    .slice(0, most)
    .map(({ issue, key }) => (key === undefined ? issueSentence(checked, issue) : unknownKey(checked, issue.path, key)))
  return [...sentences, ...(parts.length > most ? [`And ${parts.length - most} more.`] : [])].join(' ')
}

function issueSentence(checked: Checked, issue: z.core.$ZodIssue): string {
  const given = valueAt(checked.given, issue.path)
  const name = pathText(issue.path)
  const schema = schemaAt(checked.schema, issue.path)
  if (name === '') return sentence(issue.message)
  if (schema === undefined || issue.code === 'custom' || issue.code === 'invalid_format') {
    return `${name}: ${sentence(issue.message)} ${capital(shown(given))} was given.`
  }
  if (given === undefined) return `${name} is missing; it must be ${fieldWords(schema)}.`
  return `${name} must be ${fieldWords(schema)}; ${shown(given)} was given.`
}

function unknownKey({ schema, noun, alsoKnown }: Checked, path: readonly PropertyKey[], key: string): string {
  const known = Object.keys(schemaAt(schema, path)?.['properties'] ?? {})
  const [suggestion] = nearest(key, path.length === 0 ? [...known, ...alsoKnown] : known)
  const where = path.length === 0 ? '' : ` in ${pathText(path)}`
  const question = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
  return `There is no ${noun} "${oneLine(key, 60)}"${where}.${question}`
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

/** The schema at a place; undefined where a union makes it unclear. */
function schemaAt(root: FieldSchema, path: readonly PropertyKey[]): FieldSchema | undefined {
  let schema = root
  for (const key of path) {
    const properties = schema['properties'] as FieldSchema | undefined
    const next =
      typeof key === 'number' ? schema['items'] : (properties?.[String(key)] ?? schema['additionalProperties'])
    if (typeof next !== 'object' || next === null) return undefined
    schema = next as FieldSchema
  }
  return schema
}

function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) =>
      typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${oneLine(String(key), 60)}`,
    )
    .join('')
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
