import { hash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { Environment } from './data-directory.ts'

export interface Sockets {
  /** HTTP for the CLI. */
  readonly api: string
  /** MCP frames for shims. */
  readonly mcp: string
}

const NAME_CHARS = 12
/** The kernel's limit is 108 bytes on Linux and 104 on macOS, terminator included. */
const SOCKET_PATH_BYTES = 103

/** A private place for sockets: their paths must be short, and not every file system can hold them. */
export function openRuntimeDirectory(env: Environment, root: string): string {
  const session = env['XDG_RUNTIME_DIR']
  const candidates = [
    ...(session !== undefined && isAbsolute(session) && isOurs(session) ? [join(session, 'upperhand')] : []),
    join(tmpdir(), `upperhand-${process.getuid?.() ?? 'user'}`),
    join(root, 'run'),
  ]
  const chosen = candidates.find((path) => isShortEnough(path, root) && makePrivate(path))
  if (chosen !== undefined) return chosen
  throw new HostError('UNAVAILABLE', `There is no private directory for sockets; tried ${candidates.join(', ')}.`, {
    hint: 'Set XDG_RUNTIME_DIR to a short directory that only you can write.',
  })
}

export function socketsIn(directory: string, root: string): Sockets {
  const name = hash('sha256', root).slice(0, NAME_CHARS)
  if (process.platform === 'win32') {
    return { api: `\\\\.\\pipe\\upperhand-${name}-api`, mcp: `\\\\.\\pipe\\upperhand-${name}-mcp` }
  }
  return { api: join(directory, `${name}.api`), mcp: join(directory, `${name}.mcp`) }
}

function isShortEnough(directory: string, root: string): boolean {
  const { api, mcp } = socketsIn(directory, root)
  return Math.max(Buffer.byteLength(api), Buffer.byteLength(mcp)) <= SOCKET_PATH_BYTES
}

/** In a shared temporary directory anybody may have made this name before us, a link included. */
function makePrivate(path: string): boolean {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') return false
  }
  if (!isOurs(path)) return false
  chmodSync(path, 0o700)
  return true
}

function isOurs(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isDirectory()) return false
  return process.getuid === undefined || stat.uid === process.getuid()
}
