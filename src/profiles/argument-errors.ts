import type { z } from 'zod'
import { fieldWords } from '../base/field-words.ts'
import { HostError } from '../base/host-error.ts'
import { issueText } from '../base/issue-words.ts'
import type { CatalogEntry } from '../tools/catalog.ts'
import { correctCall } from './correct-call.ts'
import { inputSchemaOf } from './input-schema.ts'

const MAX_SENTENCES = 3

/** The hint repeats the parameters and one correct call. */
export function invalidArguments(entry: CatalogEntry, given: unknown, issues: readonly z.core.$ZodIssue[]): HostError {
  const checked = {
    schema: { properties: Object.fromEntries(inputSchemaOf(entry.operation).fields) },
    given,
    noun: 'parameter',
    alsoKnown: Object.values(entry.operation.aliases).flat(),
  }
  const message = issueText(checked, issues, MAX_SENTENCES)
  return new HostError('INVALID_PARAMETERS', message, { hint: parametersHint(entry) })
}

export function parametersHint(entry: CatalogEntry): string {
  const { fields, required } = inputSchemaOf(entry.operation)
  const parameters = [...fields].map(
    ([name, field]) => `${name}${required.has(name) ? '' : '?'} (${fieldWords(field)})`,
  )
  const list =
    parameters.length === 0
      ? `${entry.id} takes no parameters.`
      : `Parameters of ${entry.id}: ${parameters.join(', ')}.`
  return `${list} A correct call: ${correctCall(entry)}`
}
