import { closeSync, constants, existsSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { HostError } from '../base/host-error.ts'

export interface LogFile {
  readonly write: (line: string) => void
  readonly close: () => void
}

const MAX_BYTES = 10 * 1024 * 1024

/** Appends lines; a full file becomes `.1` and replaces the one before it. Synchronous, so that a crash is still written. */
export function openLogFile(path: string): LogFile {
  let fd = open(path)
  let size = fstatSync(fd).size

  const rotate = () => {
    if (existsSync(path)) renameSync(path, `${path}.1`)
    const next = open(path)
    // Only now: a number that is closed too early may soon mean another file.
    closeSync(fd)
    fd = next
    size = 0
  }

  return {
    write: (line) => {
      try {
        if (size > MAX_BYTES) rotate()
        size += writeSync(fd, line)
      } catch {
        // A full disk costs log lines, never the daemon.
      }
    },
    close: () => closeSync(fd),
  }
}

function open(path: string): number {
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  try {
    return openSync(path, O_WRONLY | O_APPEND | O_CREAT | (O_NOFOLLOW ?? 0), 0o600)
  } catch (cause) {
    throw new HostError('UNAVAILABLE', `The log ${path} cannot be written.`, {
      hint: 'Check the owner, permissions and free space of the data directory.',
      cause,
    })
  }
}
