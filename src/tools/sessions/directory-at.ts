import { HostError } from '../../base/host-error.ts'
import { visible } from '../../base/visible.ts'
import type { Place } from '../../contract/run.ts'
import type { Files, Located } from '../../files/files.ts'

/** A directory to start something in. */
export function directoryAt(files: Files, place: Place, given = '.'): Located {
  const located = files.locate(place, given, 'read')
  if (located.target?.isDirectory() === true) return located
  throw new HostError('NOT_FOUND', `There is no directory ${visible(given)}.`, {
    hint: 'Name a directory that exists.',
  })
}
