import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, readlinkSync, type Stats } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { HostError } from '../base/host-error.ts'

/** A configuration file as it was found. Where the path is a link, `target` is the file that it leads to. */
export interface ConfigFile {
  readonly path: string
  readonly target: string
  /** Null: there is no file yet. */
  readonly found: { readonly text: string; readonly stats: Stats } | null
}

const MAX_BYTES = 64 * 1024 * 1024
const MAX_LINKS = 40
const ANY_WRITE = 0o222

export function readConfigFile(path: string): ConfigFile {
  const target = followLinks(path)
  const fd = openIfThere(target)
  if (fd === undefined) return { path, target, found: null }
  try {
    const stats = fstatSync(fd)
    if (stats.isDirectory()) throw notAFile(path, 'a directory')
    if (!stats.isFile()) throw notAFile(path, 'no regular file')
    if (stats.size > MAX_BYTES) throw new HostError('TOO_LARGE', `${path} is larger than 64 MiB.`)
    return { path, target, found: { text: decode(path, readFileSync(fd)), stats } }
  } finally {
    closeSync(fd)
  }
}

/** Refuses a file that its owner has closed: taking its place would get around that. */
export function assertWritable({ path, found }: ConfigFile): void {
  if (found === null) return
  const { mode, nlink } = found.stats
  if ((mode & ANY_WRITE) === 0) {
    throw new HostError('PERMISSION_DENIED', `${path} is read-only.`, {
      hint: 'Allow writing if you manage it by hand; if another program makes it, change it there.',
    })
  }
  if (nlink > 1) {
    throw new HostError('CONFLICT', `${path} has a second name (a hard link), which an edit would cut off.`)
  }
}

/** Whether both are in the same place with the same content. */
export function isUnchanged(one: ConfigFile, other: ConfigFile): boolean {
  return one.target === other.target && one.found?.text === other.found?.text
}

/** The last link may lead to a file that is still missing, so the system's own resolution is not enough. */
function followLinks(path: string): string {
  let current = path
  for (let links = 0; links < MAX_LINKS; links += 1) {
    if (lstatOf(current)?.isSymbolicLink() !== true) return current
    current = resolve(dirname(current), readlinkSync(current))
  }
  throw new HostError('CONFLICT', `${path} is a link that leads in a circle.`)
}

function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path)
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw unreadable(path, cause)
  }
}

/** Without waiting: a pipe in place of the file must not hold us up. */
function openIfThere(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw unreadable(path, cause)
  }
}

function isMissing(cause: unknown): boolean {
  return (cause as NodeJS.ErrnoException).code === 'ENOENT'
}

function unreadable(path: string, cause: unknown): HostError {
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'ENOTDIR') return new HostError('CONFLICT', `${dirname(path)} is not a directory.`, { cause })
  if (code === 'EISDIR') return notAFile(path, 'a directory')
  return new HostError('PERMISSION_DENIED', `${path} cannot be read (${code ?? 'unknown reason'}).`, { cause })
}

function notAFile(path: string, what: string): HostError {
  return new HostError('CONFLICT', `${path} is ${what}.`)
}

function decode(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new HostError('EXECUTION_FAILED', `${path} is not UTF-8 text.`, {
      hint: 'Save it as UTF-8 in an editor.',
      cause,
    })
  }
}
