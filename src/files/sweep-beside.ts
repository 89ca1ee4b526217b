import { lstatSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { takeBackAppend } from './append-in-place.ts'
import type { Handles } from './handles.ts'
import { removeTemporary, temporaryName } from './temporaries.ts'

/** Removes what an interrupted call left beside `path`, and takes back what it had half appended. True if there was something. */
export function sweepBeside(handles: Handles, path: string, callId: string): boolean {
  const temporary = temporaryName(callId)
  const parent = lstatSync(dirname(path), { bigint: true, throwIfNoEntry: false })
  if (parent === undefined || !parent.isDirectory() || basename(path) === '') return false
  using directory = handles.openDirectory(dirname(path), parent)
  const hadAppend = takeBackAppend(directory, basename(path), callId)
  return removeTemporary(directory, temporary) || hadAppend
}
