import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { HostError } from '../base/host-error.ts'
import { assertWritable, type ConfigFile, isUnchanged, readConfigFile } from './config-file.ts'

const OWNER_ONLY = 0o600
const PERMISSIONS = 0o777
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'])

/** Puts `text` in the place of the file as it was found, or nothing at all: never half of it, never over a newer one. */
export function replaceConfig(file: ConfigFile, text: string): void {
  assertWritable(file)
  const directory = dirname(file.target)
  const draft = join(directory, `.${basename(file.target)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    writeDraft(draft, text, file.found?.stats)
    assertUnchanged(file)
    takePlace(draft, file)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw failure(file, cause)
  }
  syncDirectory(directory)
}

export function removeConfig(file: ConfigFile): void {
  assertWritable(file)
  assertUnchanged(file)
  try {
    unlinkSync(file.target)
  } catch (cause) {
    throw failure(file, cause)
  }
  syncDirectory(dirname(file.target))
}

export function assertUnchanged(file: ConfigFile): void {
  if (isUnchanged(file, readConfigFile(file.path))) return
  throw new HostError('CONFLICT', `${file.path} has just been changed by another program, so nothing was written.`, {
    hint: 'Run the same command again.',
  })
}

/** The directories that have to be made for a file, outermost first. */
export function missingDirectories(target: string): string[] {
  const missing: string[] = []
  for (let path = dirname(target); !existsSync(path) && path !== dirname(path); path = dirname(path))
    missing.unshift(path)
  return missing
}

export function makeDirectories(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      mkdirSync(path, { mode: 0o700 })
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'EEXIST') continue
      throw new HostError('PERMISSION_DENIED', `The directory ${path} cannot be made.`, { cause })
    }
  }
}

/** Only those that are empty: somebody may have put something there since. */
export function removeDirectories(paths: readonly string[]): void {
  for (const path of paths.toReversed()) {
    try {
      rmdirSync(path)
    } catch {
      return
    }
  }
}

function writeDraft(draft: string, text: string, like: Stats | undefined): void {
  const fd = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, OWNER_ONLY)
  try {
    writeFileSync(fd, text)
    if (like !== undefined) keepTraits(fd, like)
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/** Owner as far as we may, then mode. */
function keepTraits(fd: number, { uid, gid, mode }: Stats): void {
  const own = fstatSync(fd)
  if (own.uid !== uid || own.gid !== gid) {
    try {
      fchownSync(fd, uid, gid)
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EPERM') throw cause
    }
  }
  if ((own.mode & PERMISSIONS) !== (mode & PERMISSIONS)) fchmodSync(fd, mode & PERMISSIONS)
}

/** A link never replaces, so a file that appeared meanwhile is safe; not every file system has links. */
function takePlace(draft: string, { target, found }: ConfigFile): void {
  if (found === null) {
    try {
      linkSync(draft, target)
      unlinkSync(draft)
      return
    } catch (cause) {
      if (!NO_LINKS.has((cause as NodeJS.ErrnoException).code ?? '')) throw cause
    }
  }
  renameSync(draft, target)
}

function failure({ path }: ConfigFile, cause: unknown): unknown {
  if (cause instanceof HostError) return cause
  const { code } = cause as NodeJS.ErrnoException
  if (code === undefined) return cause
  if (code === 'EEXIST') return new HostError('CONFLICT', `${path} has just been made by another program.`, { cause })
  return new HostError('PERMISSION_DENIED', `${path} cannot be written (${code}).`, {
    hint: 'Check its owner and permissions, those of its directory, and the free space.',
    cause,
  })
}

function syncDirectory(path: string): void {
  // Windows cannot open a directory for this and does not need it.
  if (process.platform === 'win32') return
  const fd = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
