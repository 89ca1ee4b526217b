import { visible } from '../base/visible.ts'
import { moment } from './output.ts'

interface Entry {
  readonly at: string
  readonly level: string
  readonly message: string
}

/** A line of the log for people; undefined when it has none of the wanted levels. What is not ours is shown as it is. */
export function logLine(line: string, levels?: readonly string[]): string | undefined {
  const entry = parse(line)
  if (entry === undefined) return levels === undefined ? visible(line.trimEnd()) : undefined
  const { at, level, message, ...facts } = entry
  if (levels !== undefined && !levels.includes(level)) return undefined
  const rest = Object.keys(facts).length === 0 ? '' : ` ${JSON.stringify(facts)}`
  return visible(`${moment(Date.parse(at))} ${level.padEnd(5)} ${message}${rest}`)
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
