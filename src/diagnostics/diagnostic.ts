/** One thing that a checker says about a place in a file. Lines and columns count from 1; null where it names none. */
export interface Diagnostic {
  /** Absolute. */
  readonly file: string
  readonly line: number | null
  readonly column: number | null
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  readonly code: string | null
  /** The checker that said it. */
  readonly source: string
}

/** As a parser finds it: the file as the checker wrote it. */
export type Finding = Omit<Diagnostic, 'source'>

/** Takes what a checker printed apart. What it does not understand, it leaves. */
export type Parse = (output: string) => readonly Finding[]

export function severityOf(word: string | number | undefined): Diagnostic['severity'] {
  const text = String(word ?? 'error').toLowerCase()
  if (/^(?:warn|warning|1)$/.test(text)) return 'warning'
  return /^(?:info|information|hint|note|message|suggestion|help)$/.test(text) ? 'info' : 'error'
}
