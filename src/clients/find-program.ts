import { accessSync, constants, statSync } from 'node:fs'
import { posix, win32 } from 'node:path'
import type { Machine } from './places.ts'

/** The first program of this name on the path. Relative parts of the path are not looked at. */
export function findProgram(name: string, { env, platform }: Machine): string | undefined {
  const { delimiter, isAbsolute, join } = platform === 'win32' ? win32 : posix
  const endings = platform === 'win32' ? (env['PATHEXT'] || '.EXE;.CMD;.BAT').split(';') : ['']
  const path = env['PATH'] ?? env['Path'] ?? ''
  return path
    .split(delimiter)
    .filter(isAbsolute)
    .flatMap((directory) => endings.map((ending) => join(directory, name + ending)))
    .find(isProgram)
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
