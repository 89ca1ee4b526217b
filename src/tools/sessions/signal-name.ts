import { constants } from 'node:os'
import { HostError } from '../../base/host-error.ts'

/** `TERM`, `SIGTERM`, `sigterm` and `15` are the same signal. */
export function signalName(given: string | number): NodeJS.Signals {
  const text = String(given).trim().toUpperCase()
  const byNumber = Object.entries(constants.signals).find(([, number]) => String(number) === text)?.[0]
  const name = byNumber ?? (text.startsWith('SIG') ? text : `SIG${text}`)
  if (Object.hasOwn(constants.signals, name)) return name as NodeJS.Signals
  throw new HostError('INVALID_PARAMETERS', `There is no signal "${String(given).slice(0, 40)}".`, {
    hint: 'Use a name or a number: TERM, INT, KILL, 15.',
  })
}
