import { HostError } from '../../base/host-error.ts'
import type { Place } from '../../contract/run.ts'
import type { TouchCommand } from '../command-touches.ts'
import type { Touched } from '../operation.ts'

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/
const VARIABLES_MAX = 64
const VALUE_BYTES = 32 * 1024

/** Variables that a caller sets are judged as if they stood before a command that does nothing. */
export async function envTouches(
  touchCommand: TouchCommand,
  env: Readonly<Record<string, string>>,
  place: Place,
): Promise<Touched[]> {
  const entries = Object.entries(env)
  if (entries.length > VARIABLES_MAX) {
    throw new HostError(
      'INVALID_PARAMETERS',
      `env has ${entries.length} variables; at most ${VARIABLES_MAX} are accepted.`,
    )
  }
  const touched = await Promise.all(
    entries.map(([name, value]) => {
      checkVariable(name, value)
      return touchCommand({ command: `${name}='${value.replaceAll("'", "'\\''")}' :`, place, shell: 'sh' })
    }),
  )
  return touched.flatMap(({ command, others }) => [command, ...others])
}

function checkVariable(name: string, value: string): void {
  if (!NAME.test(name)) {
    throw new HostError('INVALID_PARAMETERS', `${JSON.stringify(name.slice(0, 80))} cannot be the name of a variable.`)
  }
  if (value.includes('\0') || Buffer.byteLength(value) > VALUE_BYTES) {
    throw new HostError('INVALID_PARAMETERS', `The value of ${name} holds a NUL character or is too long.`)
  }
}
