import { unlinkSync } from 'node:fs'
import { HostError } from '../base/host-error.ts'
import type { DirectoryHandle } from './handles.ts'

const CALL_ID = /^[A-Za-z0-9_-]{1,100}$/

/** The name under which a call writes before the file takes its place. */
export function temporaryName(callId: string): string {
  return `.upperhand-${checked(callId)}.tmp`
}

/** The name of the mark beside a file that a call appends to in place. */
export function appendMarkName(callId: string): string {
  return `.upperhand-${checked(callId)}.append.tmp`
}

function checked(callId: string): string {
  if (CALL_ID.test(callId)) return callId
  throw new HostError('INVALID_PARAMETERS', 'A call id has letters, digits, _ and - only.')
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
