import { HostError } from '../base/host-error.ts'
import type { Handles } from './handles.ts'
import type { Location } from './locate.ts'
import { makeDirectories } from './make-directories.ts'

/** Makes a located directory and what is missing above it. False when it is there already. */
export function createLocatedDirectory(handles: Handles, { anchor, names, target, resource }: Location): boolean {
  if (target?.isDirectory() === true) return false
  if (target !== null) {
    throw new HostError('CONFLICT', `${resource.path} exists and is no directory.`, { hint: 'Choose another name.' })
  }
  using _made = makeDirectories(handles, handles.openDirectory(anchor.path, anchor.identity), names)
  return true
}
