import { type Finding, type Parse, severityOf } from '../diagnostic.ts'

const LINE_CHARS = 4_000

interface Groups {
  readonly file?: string
  readonly line?: string
  readonly column?: string
  readonly severity?: string
  readonly code?: string
  readonly message?: string
}

/** A parser from a pattern with named groups: file and message at least; line, column, severity and code if there are any. */
export function byLine(pattern: RegExp): Parse {
  return (output) => {
    const found: Finding[] = []
    for (const raw of output.split('\n')) {
      const groups: Groups | undefined = pattern.exec(raw.replace(/\r$/, '').slice(0, LINE_CHARS))?.groups
      if (groups?.file === undefined || groups.message === undefined) continue
      found.push({
        file: groups.file,
        line: numberOf(groups.line),
        column: numberOf(groups.column),
        severity: severityOf(groups.severity),
        message: groups.message.trim(),
        code: groups.code ?? null,
      })
    }
    return found
  }
}

/** `file:line:column: error: message`, as compilers have written it for fifty years. */
export const parseCompiler = byLine(
  /^(?:vet: )?(?<file>[^:\s][^:]*):(?<line>\d+):(?:(?<column>\d+):)? (?:(?:fatal )?(?<severity>error|warning|note): )?(?<message>.+?)(?: \[(?<code>-W[\w+-]+)\])?$/,
)

const TSC = byLine(
  /^(?<file>.+?)\((?<line>\d+),(?<column>\d+)\): (?<severity>error|warning|message) (?<code>TS\d+): (?<message>.*)$/,
)
const TSC_GLOBAL = /^(?<severity>error|warning) (?<code>TS\d+): (?<message>.*)$/gm

export function createTscParser(config: string): Parse {
  return (output) => [
    ...TSC(output),
    ...[...output.matchAll(TSC_GLOBAL)].map(
      ({ groups = {} }): Finding => ({
        file: config,
        line: null,
        column: null,
        severity: severityOf(groups['severity']),
        message: groups['message'] ?? '',
        code: groups['code'] ?? null,
      }),
    ),
  ]
}

function numberOf(text: string | undefined): number | null {
  const value = Number(text)
  return text === undefined || !Number.isSafeInteger(value) || value < 1 ? null : value
}
