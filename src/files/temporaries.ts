import { lstatSync, unlinkSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { DirectoryHandle, Handles } from './handles.ts'

const CALL_ID = /^[A-Za-z0-9_-]{1,100}$/

/** The name under which a call writes before the file takes its place. */
export function temporaryName(callId: string): string {
  if (!CALL_ID.test(callId)) throw new HostError('INVALID_PARAMETERS', 'A call id has letters, digits, _ and - only.')
  return `.upperhand-${callId}.tmp`
}

/** Removes what an interrupted call left beside `path`. True if there was something. */
export function sweepBeside(handles: Handles, path: string, callId: string): boolean {
  const name = temporaryName(callId)
  const parent = lstatSync(dirname(path), { bigint: true, throwIfNoEntry: false })
  if (parent === undefined || !parent.isDirectory() || basename(path) === '') return false
  using directory = handles.openDirectory(dirname(path), parent)
  return removeTemporary(directory, name)
}

/** Never throws: it tidies up after something else that matters more. */
export function removeTemporary(directory: DirectoryHandle, name: string): boolean {
  try {
    unlinkSync(directory.entry(name))
    return true
  } catch {
    return false
  }
}
