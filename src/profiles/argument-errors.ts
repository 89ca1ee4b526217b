import type { z } from 'zod'
import { HostError } from '../base/host-error.ts'
import { oneLine } from '../base/visible.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import { correctCall } from './correct-call.ts'
import { fieldWords } from './field-words.ts'
import { type FieldSchema, inputSchemaOf } from './input-schema.ts'
import { nearest } from './nearest.ts'
import { shown } from './shown.ts'

type Issue = z.core.$ZodIssue
type Args = Readonly<Record<string, unknown>>

const MAX_ISSUES = 3

/** What the field is, what was given, what is allowed; the hint repeats the parameters and one correct call. */
export function invalidArguments(entry: CatalogEntry, args: Args, issues: readonly Issue[]): HostError {
  const sentences = issues.flatMap((issue) => sentencesFor(entry, args, issue))
  const more = sentences.length - MAX_ISSUES
  const message = [...sentences.slice(0, MAX_ISSUES), ...(more > 0 ? [`${more} more.`] : [])].join(' ')
  return new HostError('INVALID_PARAMETERS', message, { hint: parametersHint(entry) })
}

export function parametersHint(entry: CatalogEntry): string {
  const { fields, required } = inputSchemaOf(entry.operation)
  const parameters = [...fields].map(
    ([name, field]) => `${name}${required.has(name) ? '' : '?'} (${fieldWords(field)})`,
  )
  const list =
    parameters.length === 0 ? 'It takes no parameters.' : `Parameters of ${entry.id}: ${parameters.join(', ')}.`
  return `${list} A correct call: ${correctCall(entry)}`
}

function sentencesFor(entry: CatalogEntry, args: Args, issue: Issue): string[] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(entry, issue.path, key))
  const given = valueAt(args, issue.path)
  const name = pathText(issue.path)
  const schema = schemaAt(entry, issue.path)
  if (name === '') return [sentence(issue.message)]
  if (schema === undefined || issue.code === 'custom' || issue.code === 'invalid_format') {
    return [`${name}: ${sentence(issue.message)} ${capital(shown(given))} was given.`]
  }
  if (given === undefined) return [`${name} is missing; it must be ${fieldWords(schema)}.`]
  return [`${name} must be ${fieldWords(schema)}; ${shown(given)} was given.`]
}

function unknownKey(entry: CatalogEntry, path: readonly PropertyKey[], key: string): string {
  const { fields } = inputSchemaOf(entry.operation)
  const known = path.length > 0 ? [] : [...fields.keys(), ...Object.values(entry.operation.aliases).flat()]
  const [suggestion] = nearest(key, known)
  const where = path.length === 0 ? '' : ` in ${pathText(path)}`
  const question = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
  return `There is no parameter "${oneLine(key, 60)}"${where}.${question}`
}

function valueAt(args: unknown, path: readonly PropertyKey[]): unknown {
  let value = args
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}

/** The schema of a parameter, or of something inside it; undefined where a union makes it unclear. */
function schemaAt(entry: CatalogEntry, path: readonly PropertyKey[]): FieldSchema | undefined {
  const [first, ...rest] = path
  let schema = inputSchemaOf(entry.operation).fields.get(String(first))
  for (const key of rest) {
    const next =
      typeof key === 'number' ? schema?.['items'] : (schema?.['properties'] as FieldSchema | undefined)?.[String(key)]
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
