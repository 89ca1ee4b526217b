import { realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'

export type WorkdirJudgement =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly reason: string }

interface Surroundings {
  readonly home: string
  /** The data directory's canonical path. */
  readonly dataDirectory: string
}

/** Nothing in or below these belongs to one piece of work. */
const SYSTEM_TREES = [
  ...[
    '/bin',
    '/boot',
    '/dev',
    '/etc',
    '/lib',
    '/lib32',
    '/lib64',
    '/proc',
    '/sbin',
    '/sys',
    '/usr/bin',
    '/usr/lib',
    '/usr/sbin',
  ],
  ...['/System', '/Library', '/Applications', '/private/etc'],
  ...['C:\\Windows', 'C:\\Program Files', 'C:\\Program Files (x86)', 'C:\\ProgramData'],
]

/** These are shared by many pieces of work; a directory below them may be one. */
const SHARED = [
  ...[
    '/home',
    '/media',
    '/mnt',
    '/opt',
    '/run',
    '/srv',
    '/tmp',
    '/usr',
    '/usr/local',
    '/usr/share',
    '/var',
    '/var/tmp',
    '/root',
  ],
  ...['/Users', '/Volumes', '/private', '/private/tmp', '/private/var', 'C:\\Users'],
]

/**
 * Whether a directory may be what a run works in. Directories are compared by identity, so no other spelling, link,
 * bind mount or letter case leads around it.
 */
export function judgeWorkdir(given: string, { home, dataDirectory }: Surroundings): WorkdirJudgement {
  if (!isAbsolute(given)) return refuse(`"${given}" is not an absolute path.`)
  const path = canonical(given)
  if (path === undefined || !statSync(path).isDirectory()) return refuse(`"${given}" is not a directory.`)

  const self = identity(path)
  const above = chain(path)
  const is = (other: string) => identity(other) === self
  const isIn = (other: string) => above.includes(identity(other) ?? '')

  if (is('/') || dirname(path) === path) return refuse('The root of the file system is never a working directory.')
  if (is(home)) return refuse('The home directory is never a working directory.')
  if (SYSTEM_TREES.some(isIn) || SHARED.some(is)) return refuse(`${path} is a system directory.`)
  if (chain(home).includes(self ?? '')) return refuse(`${path} contains the home directory.`)
  if (isIn(dataDirectory)) return refuse("upperhand's own data directory is never a working directory.")
  if (chain(dataDirectory).includes(self ?? '')) return refuse(`${path} contains upperhand's own data directory.`)
  return { ok: true, path }
}

function refuse(reason: string): WorkdirJudgement {
  return { ok: false, reason }
}

function canonical(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

function identity(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true })
  return stat && `${stat.dev}:${stat.ino}`
}

/** The directory itself and everything above it. */
function chain(path: string): string[] {
  const identities: string[] = []
  for (let at = canonical(path) ?? path; ; at = dirname(at)) {
    const found = identity(at)
    if (found !== undefined) identities.push(found)
    if (dirname(at) === at) return identities
  }
}
