import { HostError } from '../base/host-error.ts'
import type { Location } from './locate.ts'
import { makeDirectories } from './make-directories.ts'
import type { WriteParts } from './write-file.ts'

/** Makes a located directory and what is missing above it. False when it is there already. */
export function createLocatedDirectory(
  { handles, journal }: Pick<WriteParts, 'handles' | 'journal'>,
  { anchor, names, target, resource }: Location,
  callId: string,
): boolean {
  if (target?.isDirectory() === true) return false
  if (target !== null) {
    throw new HostError('CONFLICT', `${resource.path} exists and is no directory.`, { hint: 'Choose another name.' })
  }
  using made = makeDirectories(handles, handles.openDirectory(anchor.path, anchor.identity), names)
  journal.record(callId, { kind: 'make', path: resource.path, made: made.created }, 0)
  return true
}
