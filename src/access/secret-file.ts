import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { HostError } from '../base/host-error.ts'

const SECRET_BYTES = 32
const MIN_CHARS = 32
const MAX_BYTES = 4_096
const OWNER_ONLY = 0o600

/** The secret in `path`; a missing or empty file gets a new one. Whatever the file allowed others before, it does not afterwards. */
export function openSecretFile(path: string): string {
  const secret = readSecretFile(path)
  if (secret === undefined) return replaceSecretFile(path)
  if (secret.length < MIN_CHARS || /\s/.test(secret)) {
    throw new HostError(
      'UNAVAILABLE',
      `${path} does not hold a usable secret: it needs one line of at least ${MIN_CHARS} characters.`,
      {
        hint: 'Delete the file to have a new one made.',
      },
    )
  }
  return secret
}

/** Undefined when there is no file or it is empty. */
export function readSecretFile(path: string): string | undefined {
  const fd = openExisting(path)
  if (fd === undefined) return undefined
  try {
    const { mode, size } = assertOwnFile(path, fd)
    if ((mode & 0o077) !== 0 && process.platform !== 'win32') fchmodSync(fd, OWNER_ONLY)
    if (size > MAX_BYTES) throw new HostError('UNAVAILABLE', `${path} is too large to be a secret.`)
    return readFileSync(fd, 'utf8').trim() || undefined
  } finally {
    closeSync(fd)
  }
}

function openExisting(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new HostError('UNAVAILABLE', `${path} cannot be read.`, {
      hint: 'It must be a regular file that belongs to you.',
      cause,
    })
  }
}

function assertOwnFile(path: string, fd: number) {
  const stat = fstatSync(fd)
  const isOurs = process.getuid === undefined || stat.uid === process.getuid()
  if (stat.isFile() && isOurs) return stat
  throw new HostError('UNAVAILABLE', `${path} is not a regular file of yours.`, {
    hint: 'Delete it to have a new one made.',
  })
}

/** A new secret in place of whatever is there. */
export function replaceSecretFile(path: string): string {
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const draft = `${path}.${randomBytes(8).toString('hex')}.tmp`
  try {
    writeFileSync(draft, `${secret}\n`, { flag: 'wx', mode: OWNER_ONLY, flush: true })
    renameSync(draft, path)
    return secret
  } catch (cause) {
    rmSync(draft, { force: true })
    throw new HostError('UNAVAILABLE', `${path} cannot be written.`, {
      hint: 'Check the free space, owner and permissions of the data directory.',
      cause,
    })
  }
}
