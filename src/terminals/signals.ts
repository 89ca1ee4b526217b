import { constants } from 'node:os'
import { HostError } from '../base/host-error.ts'

export interface Signal {
  readonly name: NodeJS.Signals
  readonly number: number
}

/** `TERM`, `SIGTERM`, `sigterm` and `15` are one. */
export function readSignal(text: string): Signal {
  const wanted = text.trim().toUpperCase()
  const found = Object.entries(constants.signals).find(
    ([name, number]) => name === wanted || name === `SIG${wanted}` || String(number) === wanted,
  )
  if (found !== undefined) return { name: found[0] as NodeJS.Signals, number: found[1] }
  throw new HostError('INVALID_PARAMETERS', `"${text}" is not a signal.`, { hint: 'For example TERM, SIGINT or 9.' })
}
