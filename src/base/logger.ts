import type { Redact } from './redact.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
type Facts = Readonly<Record<string, unknown>>

export interface Logger {
  readonly debug: (message: string, facts?: Facts) => void
  readonly info: (message: string, facts?: Facts) => void
  readonly warn: (message: string, facts?: Facts) => void
  readonly error: (message: string, facts?: Facts) => void
}

const ORDER: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

/** One JSON object a line. Never writes to stdout: under stdio that belongs to the protocol. */
export function createLogger(sink: (line: string) => void, redact: Redact, least: LogLevel = 'info'): Logger {
  const write = (level: LogLevel) => (message: string, facts?: Facts) => {
    if (ORDER.indexOf(level) < ORDER.indexOf(least)) return
    const entry = { at: new Date().toISOString(), level, message, ...plain(facts) }
    sink(`${JSON.stringify(redact.value(entry))}\n`)
  }
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }
}

function plain(facts: Facts | undefined): Facts {
  if (facts === undefined) return {}
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, describe(value)]))
}

function describe(value: unknown): unknown {
  if (!(value instanceof Error)) return value
  const cause = value.cause === undefined ? undefined : describe(value.cause)
  return { name: value.name, message: value.message, stack: value.stack, ...(cause === undefined ? {} : { cause }) }
}
