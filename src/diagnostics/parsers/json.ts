import { z } from 'zod'
import { type Finding, type Parse, severityOf } from '../diagnostic.ts'

/** A parser for a checker that prints one JSON value. What does not have the expected form is no finding. */
function whole<Schema extends z.ZodType>(schema: Schema, findings: (value: z.output<Schema>) => Finding[]): Parse {
  return (output) => {
    const start = output.search(/[[{]/)
    if (start === -1) return []
    const parsed = schema.safeParse(jsonOrNull(output.slice(start)))
    return parsed.success ? findings(parsed.data) : []
  }
}

/** The same for one that prints a JSON value a line. */
function lines<Schema extends z.ZodType>(schema: Schema, findings: (value: z.output<Schema>) => Finding[]): Parse {
  return (output) =>
    output.split('\n').flatMap((line) => {
      const parsed = schema.safeParse(line.startsWith('{') ? jsonOrNull(line) : null)
      return parsed.success ? findings(parsed.data) : []
    })
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // A checker that failed prints something else; its exit tells.
    return null
  }
}

const place = z
  .int()
  .nullish()
  .transform((value) => (value === undefined || value === null || value < 1 ? null : value))

export const parseEslint = whole(
  z.array(
    z.object({
      filePath: z.string(),
      messages: z.array(
        z.object({
          line: place,
          column: place,
          severity: z.int(),
          message: z.string(),
          ruleId: z.string().nullish(),
        }),
      ),
    }),
  ),
  (files) =>
    files.flatMap(({ filePath, messages }) =>
      messages.map(({ line, column, severity, message, ruleId }) => ({
        file: filePath,
        line,
        column,
        severity: severityOf(severity),
        message,
        code: ruleId ?? null,
      })),
    ),
)

export const parseBiome = whole(
  z.object({
    diagnostics: z.array(
      z.object({
        severity: z.string(),
        message: z.string(),
        category: z.string().nullish(),
        location: z.object({
          path: z.string(),
          start: z.object({ line: place, column: place }).nullish(),
        }),
      }),
    ),
  }),
  ({ diagnostics }) =>
    diagnostics.map(({ severity, message, category, location }) => ({
      file: location.path,
      line: location.start?.line ?? null,
      column: location.start?.column ?? null,
      severity: severityOf(severity),
      message,
      code: category ?? null,
    })),
)

export const parseRuff = whole(
  z.array(
    z.object({
      filename: z.string(),
      message: z.string(),
      code: z.string().nullish(),
      location: z.object({ row: place, column: place }).nullish(),
    }),
  ),
  (all) =>
    all.map(({ filename, message, code, location }) => ({
      file: filename,
      line: location?.row ?? null,
      column: location?.column ?? null,
      severity:
        code === null || code === undefined || code === 'invalid-syntax' || code.startsWith('E9') ? 'error' : 'warning',
      message,
      code: code ?? null,
    })),
)

/** Pyright counts from 0. */
const zeroBased = z.int().min(0)

export const parsePyright = whole(
  z.object({
    generalDiagnostics: z.array(
      z.object({
        file: z.string(),
        severity: z.string(),
        message: z.string(),
        rule: z.string().nullish(),
        range: z.object({ start: z.object({ line: zeroBased, character: zeroBased }) }).nullish(),
      }),
    ),
  }),
  ({ generalDiagnostics }) =>
    generalDiagnostics.map(({ file, severity, message, rule, range }) => ({
      file,
      line: range ? range.start.line + 1 : null,
      column: range ? range.start.character + 1 : null,
      severity: severityOf(severity),
      message,
      code: rule ?? null,
    })),
)

export const parseCargo = lines(
  z.object({
    reason: z.literal('compiler-message'),
    message: z.object({
      level: z.string(),
      message: z.string(),
      code: z.object({ code: z.string() }).nullish(),
      spans: z.array(
        z.object({ file_name: z.string(), line_start: place, column_start: place, is_primary: z.boolean() }),
      ),
    }),
  }),
  ({ message: { level, message, code, spans } }) =>
    spans
      .filter(({ is_primary }) => is_primary)
      .slice(0, 1)
      .map(({ file_name, line_start, column_start }) => ({
        file: file_name,
        line: line_start,
        column: column_start,
        severity: severityOf(level),
        message,
        code: code?.code ?? null,
      })),
)

/** What our own small scripts print. */
export const parseOwn = lines(
  z.object({ file: z.string(), line: place, column: place, message: z.string(), code: z.string().nullish() }),
  ({ file, line, column, message, code }) => [{ file, line, column, severity: 'error', message, code: code ?? null }],
)
