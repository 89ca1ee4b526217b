import { z } from 'zod'
import type { FieldSchema } from '../base/field-words.ts'
import { issueText } from '../base/issue-words.ts'
import { settingsSchema } from '../contract/settings.ts'
import { parseJsonc } from './jsonc.ts'
import { limitsSchema } from './limit-bounds.ts'

const fileSchema = settingsSchema.extend({ limits: limitsSchema.optional() })

export type SettingsFile = z.output<typeof fileSchema>

export type ReadSettings =
  | { readonly ok: true; readonly file: SettingsFile }
  | { readonly ok: false; readonly problems: readonly string[] }

/** Reads the text of settings.json. Every problem is a sentence with its line. */
export function readSettings(text: string): ReadSettings {
  const parsed = parseJsonc(text)
  if (!parsed.ok) return { ok: false, problems: [`settings.json, line ${parsed.line}: ${parsed.reason}`] }
  const checked = fileSchema.safeParse(parsed.value)
  if (checked.success) return { ok: true, file: checked.data }
  return {
    ok: false,
    problems: checked.error.issues.flatMap((issue) =>
      sentences(parsed.value, issue).map(
        ({ path, text: sentence }) => `settings.json, line ${parsed.lineOf(path)}: ${sentence}`,
      ),
    ),
  }
}

interface Sentence {
  readonly path: readonly PropertyKey[]
  readonly text: string
}

function sentences(given: unknown, issue: z.core.$ZodIssue): Sentence[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], text: unknownKey(issue.path, key) }))
  }
  const { path } = issue
  if (path.length === 0) return [{ path, text: 'The whole file must be one object, in braces.' }]
  return [{ path, text: issueText({ schema: jsonSchema(), given, noun: 'setting', alsoKnown: [] }, [issue], 1) }]
}

function jsonSchema(): FieldSchema {
  return z.toJSONSchema(fileSchema, { io: 'input' }) as FieldSchema
}

function unknownKey(path: readonly PropertyKey[], key: string): string {
  if (path.length === 0) return `"${key}" is not a setting. Known: ${known(fileSchema).join(', ')}.`
  return `"${key}" is not a limit. Known: ${known(limitsSchema).join(', ')}.`
}

function known(schema: z.ZodObject): string[] {
  return Object.keys(schema.shape).filter((key) => key !== '$schema')
}
