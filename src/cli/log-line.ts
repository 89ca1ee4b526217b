import { visible } from '../base/visible.ts'
import { moment } from './output.ts'

interface Entry {
  readonly at: string
  readonly level: string
  readonly message: string
}

/** A line of the log for people. What is not one of ours is shown as it is. */
export function logLine(line: string): string {
  const entry = parse(line)
  if (entry === undefined) return visible(line.trimEnd())
  const { at, level, message, ...facts } = entry
  const rest = Object.keys(facts).length === 0 ? '' : ` ${JSON.stringify(facts)}`
  return visible(`${moment(Date.parse(at))} ${level.padEnd(5)} ${message}${rest}`)
}

/** What a person should see at once: a warning or an error, in one sentence. */
export function attentionLine(line: string): string | undefined {
  const entry = parse(line)
  if (entry === undefined || !['warn', 'error'].includes(entry.level)) return undefined
  const { message: cause } = Object(entry['cause'])
  const { problems } = entry
  const details = Array.isArray(problems) ? problems : [cause].filter((text) => typeof text === 'string')
  return visible([`${entry.level}: ${entry.message}`, ...details].join('\n  '))
}

function parse(line: string): (Entry & Record<string, unknown>) | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isEntry(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is Entry & Record<string, unknown> {
  const { at, level, message } = Object(value)
  return typeof at === 'string' && typeof level === 'string' && typeof message === 'string'
}
