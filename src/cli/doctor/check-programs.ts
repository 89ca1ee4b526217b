import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { Environment } from '../../config/data-directory.ts'
import { VERSION } from '../../version.ts'
import { type Finding, note, ok } from './finding.ts'

/** What runs us, and what we could use. Nothing is started to find out. */
export function checkPrograms(env: Environment): Finding[] {
  return [
    ok('runtime', `upperhand ${VERSION} on Node ${process.versions.node}, ${process.platform} ${process.arch}.`),
    ...['git', 'rg'].map((name) => {
      const path = findProgram(name, env)
      return path === undefined ? note(name, 'Not installed. Nothing needs it yet.') : ok(name, path)
    }),
  ]
}

function findProgram(name: string, env: Environment): string | undefined {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd'] : ['']
  return (env['PATH'] ?? '')
    .split(delimiter)
    .filter((directory) => isAbsolute(directory))
    .flatMap((directory) => endings.map((ending) => join(directory, `${name}${ending}`)))
    .find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
