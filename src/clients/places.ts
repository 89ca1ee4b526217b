import { posix, win32 } from 'node:path'
import type { Environment } from '../config/data-directory.ts'

export interface Machine {
  readonly env: Environment
  readonly home: string
  readonly platform: NodeJS.Platform
}

/** The directories in which programs of this platform keep what belongs to a person. */
export interface Places extends Machine {
  readonly join: (...parts: string[]) => string
  /** `~/.config`, or where `XDG_CONFIG_HOME` says. */
  readonly config: string
  /** Where applications keep their settings: macOS and Windows have a place of their own. */
  readonly applications: string
}

export function placesOf({ env, home, platform }: Machine): Places {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix
  const given = env['XDG_CONFIG_HOME']
  const config = given !== undefined && isAbsolute(given) ? given : join(home, '.config')
  return { env, home, platform, join, config, applications: applications() }

  function applications(): string {
    if (platform === 'win32') return env['APPDATA'] || join(home, 'AppData', 'Roaming')
    return platform === 'darwin' ? join(home, 'Library', 'Application Support') : config
  }
}

/** A directory that a variable may move elsewhere. */
export function directoryFrom({ env }: Places, variable: string, otherwise: string): string {
  return env[variable] || otherwise
}
