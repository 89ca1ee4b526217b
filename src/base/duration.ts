import { HostError } from './host-error.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** `30s`, `5m`, `1h` as milliseconds. Anything else is an error, never a default. */
export function parseDuration(text: string): number {
  const match = /^(\d{1,6})([smh])$/.exec(text)
  const unit = UNITS[match?.[2] ?? '']
  const amount = Number(match?.[1])
  if (unit === undefined || amount === 0) {
    throw new HostError('INVALID_PARAMETERS', `"${text}" is not a duration.`, { hint: 'Write 30s, 5m or 1h.' })
  }
  return amount * unit
}
