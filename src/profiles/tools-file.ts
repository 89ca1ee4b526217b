import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  unlinkSync,
  watch,
  writeFileSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { HostError } from '../base/host-error.ts'

const DEBOUNCE_MS = 50

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** tools.json and its last good copy on disk. Nobody else writes them. */
export interface ToolsFileOnDisk {
  readonly read: () => FileText
  readonly write: (text: string) => void
  readonly readLastGood: () => FileText
  readonly writeLastGood: (text: string) => void
  /** Calls back shortly after the file changed, was replaced or removed. Does not keep the process alive. */
  readonly watch: (onChange: () => void, onError: (cause: unknown) => void) => { readonly close: () => void }
}

export function createToolsFileOnDisk(path: string): ToolsFileOnDisk {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  // A link is kept: what it points to is read, written and watched.
  const file = followed(path)
  const lastGood = `${path}.last-good`
  return {
    read: () => readText(file),
    write: (text) => writeAtomically(file, text),
    readLastGood: () => readText(lastGood),
    writeLastGood: (text) => writeAtomically(lastGood, text),
    watch: (onChange, onError) => watchFile(file, onChange, onError),
  }
}

function followed(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function readText(path: string): FileText {
  try {
    return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)) }
  } catch (cause) {
    const code = codeOf(cause)
    if (code === 'ENOENT') return { kind: 'missing' }
    return {
      kind: 'unreadable',
      reason: code === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? 'it is not UTF-8 text' : (code ?? 'unknown'),
    }
  }
}

function writeAtomically(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const handle = openSync(temporary, 'wx', 0o600)
    try {
      writeFileSync(handle, text)
      fsyncSync(handle)
    } finally {
      closeSync(handle)
    }
    renameSync(temporary, path)
  } catch (cause) {
    discard(temporary)
    throw new HostError('UNAVAILABLE', `${basename(path)} cannot be written (${codeOf(cause) ?? 'unknown'}).`, {
      hint: `Check the disk and the permissions of ${dirname(path)}.`,
      cause,
    })
  }
}

function discard(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was never made, or the disk is gone; the first failure is the one to tell.
  }
}

/** The directory is watched, not the file: editors replace the file, and a watch on it would stay with the old one. */
function watchFile(
  path: string,
  onChange: () => void,
  onError: (cause: unknown) => void,
): { readonly close: () => void } {
  let timer: NodeJS.Timeout | undefined
  const schedule = (_event: string, name: string | null): void => {
    if (name !== null && name !== basename(path)) return
    clearTimeout(timer)
    timer = setTimeout(onChange, DEBOUNCE_MS).unref()
  }
  const watcher = watch(dirname(path), { persistent: false }, schedule)
  watcher.on('error', onError)
  return {
    close: () => {
      clearTimeout(timer)
      watcher.close()
    },
  }
}

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined
}
