import { HostError } from '../base/host-error.ts'
import type { ErrorCode } from '../contract/errors.ts'

interface Meaning {
  readonly code: ErrorCode
  readonly message: (path: string) => string
  readonly hint?: string
}

const MEANINGS: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['ENOENT', { code: 'NOT_FOUND', message: (path) => `${path} does not exist.` }],
  ['ENOTDIR', { code: 'NOT_FOUND', message: (path) => `Part of ${path} is a file, not a directory.` }],
  ['EACCES', { code: 'PERMISSION_DENIED', message: (path) => `The operating system denies access to ${path}.` }],
  ['EPERM', { code: 'PERMISSION_DENIED', message: (path) => `The operating system does not permit this on ${path}.` }],
  ['EROFS', { code: 'PERMISSION_DENIED', message: (path) => `${path} is on a read-only file system.` }],
  ['EISDIR', { code: 'INVALID_PARAMETERS', message: (path) => `${path} is a directory, not a file.` }],
  ['ENAMETOOLONG', { code: 'INVALID_PARAMETERS', message: (path) => `${path} has a name that is too long.` }],
  ['EINVAL', { code: 'INVALID_PARAMETERS', message: (path) => `${path} is not a name this file system accepts.` }],
  ['EILSEQ', { code: 'INVALID_PARAMETERS', message: (path) => `${path} is not a name this file system accepts.` }],
  ['ELOOP', { code: 'CONFLICT', message: (path) => `${path} became a link while it was used.`, hint: 'Try again.' }],
  ['EBUSY', { code: 'CONFLICT', message: (path) => `${path} is in use.`, hint: 'Try again later.' }],
  ['ETXTBSY', { code: 'CONFLICT', message: (path) => `${path} is a program that is running.` }],
  ['ENOSPC', { code: 'EXECUTION_FAILED', message: (path) => `The disk is full: ${path} was not written.` }],
  ['EDQUOT', { code: 'EXECUTION_FAILED', message: (path) => `The disk quota is used up: ${path} was not written.` }],
  ['EFBIG', { code: 'TOO_LARGE', message: (path) => `${path} would be larger than the system allows.` }],
  ['EMFILE', { code: 'UNAVAILABLE', message: () => 'Too many files are open.', hint: 'Try again later.' }],
  ['ENFILE', { code: 'UNAVAILABLE', message: () => 'Too many files are open.', hint: 'Try again later.' }],
])

/** Turns what the operating system said about `path` into an error for models and people. */
export function fileError(cause: unknown, path: string): HostError {
  if (cause instanceof HostError) return cause
  const code = errnoOf(cause)
  if (code === undefined) return HostError.from(cause)
  const meaning = MEANINGS.get(code)
  if (meaning === undefined) return new HostError('EXECUTION_FAILED', `${path}: ${code}.`, { cause })
  const { hint } = meaning
  return new HostError(meaning.code, meaning.message(path), hint === undefined ? { cause } : { cause, hint })
}

export function errnoOf(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('code' in cause) || !('syscall' in cause)) return undefined
  return typeof cause.code === 'string' ? cause.code : undefined
}

export function changedMeanwhile(path: string, cause?: unknown): HostError {
  return new HostError('CONFLICT', `${path} changed while it was used.`, {
    hint: 'Look at it again and repeat the call.',
    ...(cause === undefined ? {} : { cause }),
  })
}
