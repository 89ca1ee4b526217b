import { chmodSync, mkdirSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { HostError } from '../base/host-error.ts'
import { openRuntimeDirectory, type Sockets, socketsIn } from './runtime-directory.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface DataDirectory {
  /** Canonical: absolute and without links. */
  readonly root: string
  readonly sockets: Sockets
  /** A file or directory directly inside. */
  readonly path: (name: string) => string
}

const PRIVATE = 0o700
const OUR_FIRST = ['backups', 'logs', 'run', 'token', 'person.key']
const OUR_FILES = ['lock.db', 'upperhand.db', 'settings.json', 'tools.json']

/** Makes sure the data directory is there, is ours and is closed to others; refuses it otherwise. */
export function openDataDirectory(env: Environment): DataDirectory {
  const given = dataDirectoryPath(env)
  refuseForeign(given)
  makePrivate(given)
  const root = realpathSync(given)
  const path = (name: string) => join(root, name)
  makePrivate(path('logs'))
  return { root, path, sockets: socketsIn(openRuntimeDirectory(env, root), root) }
}

/** Where the data directory is; `bin/shim/home.mjs` says the same for the shim. */
export function dataDirectoryPath(env: Environment, platform: NodeJS.Platform = process.platform): string {
  const given = env['UPPERHAND_HOME']
  if (given !== undefined && given !== '') {
    if (isAbsolute(given)) return given
    throw new HostError('INVALID_PARAMETERS', `UPPERHAND_HOME is "${given}", which is not an absolute path.`, {
      hint: 'Set it to a full path, for example /home/me/upperhand-data.',
    })
  }
  const home = env['HOME'] || homedir()
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'upperhand')
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'upperhand')
  const shared = env['XDG_DATA_HOME']
  return join(shared !== undefined && isAbsolute(shared) ? shared : join(home, '.local', 'share'), 'upperhand')
}

/** A slip in UPPERHAND_HOME must not close somebody's home or /tmp to everyone else. */
function refuseForeign(path: string): void {
  const names = namesIn(path)
  if (names.some((name) => OUR_FILES.includes(name)) || names.every((name) => OUR_FIRST.includes(name))) return
  throw new HostError('UNAVAILABLE', `${path} holds other things, so it cannot be the data directory.`, {
    hint: 'Set UPPERHAND_HOME to an empty or new directory.',
  })
}

function namesIn(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    // Missing or unreadable: making it private finds out which, and says so.
    return []
  }
}

function makePrivate(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: PRIVATE })
    const { mode, uid } = statSync(path)
    if (process.getuid !== undefined && uid !== process.getuid()) throw notOurs(path)
    if (process.platform !== 'win32' && (mode & 0o777) !== PRIVATE) chmodSync(path, PRIVATE)
  } catch (cause) {
    if (cause instanceof HostError) throw cause
    throw new HostError('UNAVAILABLE', `The data directory ${path} cannot be used: ${reason(cause)}.`, {
      hint: 'Check its owner, permissions and mount, or set UPPERHAND_HOME to another directory.',
      cause,
    })
  }
}

function notOurs(path: string): HostError {
  return new HostError('UNAVAILABLE', `The data directory ${path} belongs to another user.`, {
    hint: 'Set UPPERHAND_HOME to a directory of your own.',
  })
}

function reason(cause: unknown): string {
  switch ((cause as NodeJS.ErrnoException).code) {
    case 'EACCES':
    case 'EPERM':
      return 'permission denied'
    case 'EROFS':
      return 'the file system is read-only'
    case 'ENOTDIR':
    case 'EEXIST':
      return 'it is not a directory'
    case 'ENOSPC':
      return 'the disk is full'
    default:
      return cause instanceof Error ? cause.message : String(cause)
  }
}
