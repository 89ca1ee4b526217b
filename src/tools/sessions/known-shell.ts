import { basename, isAbsolute } from 'node:path'
import { HostError } from '../../base/host-error.ts'

const SHELLS = new Set(['sh', 'bash', 'zsh', 'fish', 'dash', 'ksh', 'mksh', 'ash', 'pwsh', 'powershell', 'cmd'])
const SYSTEM = /^(?:\/usr)?(?:\/local)?\/bin\/[a-z]+$|^\/opt\/homebrew\/bin\/[a-z]+$/

/** A shell by name, or where the system keeps it: a file of the same name elsewhere is just a program. */
export function knownShell(given: string): string {
  const isPlace = !isAbsolute(given) || SYSTEM.test(given)
  if (isPlace && SHELLS.has(basename(given)) && (isAbsolute(given) || basename(given) === given)) return given
  throw new HostError('INVALID_PARAMETERS', `${JSON.stringify(given.slice(0, 80))} is not a shell that is known.`, {
    hint: `Use one of: ${[...SHELLS].slice(0, 6).join(', ')}.`,
  })
}

/** Whether a program of this name runs the lines it is given. */
export function isShellName(program: string): boolean {
  return SHELLS.has(program.replace(/^-/, '').replace(/\.exe$/i, ''))
}
