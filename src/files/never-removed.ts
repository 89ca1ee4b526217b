import { statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname } from 'node:path'
import { HostError } from '../base/host-error.ts'
import type { Place } from '../contract/run.ts'
import { isSame } from './identity.ts'
import type { Location } from './locate.ts'

/**
 * A home directory, a root, the working directory and whatever holds one of them are not for file tools, in no profile
 * and with no approval: nobody means it, and nothing would be left to undo it with.
 */
export function requireRemovable({ target, names, resource }: Location, place: Place, home: string): void {
  if (target === null || !target.isDirectory()) return
  if (names.length === 0) throw refused(resource.path, 'the root of a file system')
  const kept: readonly (readonly [path: string, what: string])[] = [
    [place.workdir, 'the working directory'],
    ...place.roots.map((root) => [root, 'a registered project'] as const),
    [home, 'a home directory'],
    [homedir(), 'a home directory'],
  ]
  for (const [path, what] of kept) {
    for (let here = path; ; here = dirname(here)) {
      const stats = statSync(here, { bigint: true, throwIfNoEntry: false })
      if (stats !== undefined && isSame(stats, target))
        throw refused(resource.path, here === path ? what : `above ${what}`)
      if (dirname(here) === here) break
    }
  }
  // Whoever else lives here: /home/x, /Users/x and /root are homes, too.
  if (HOMES.test(resource.path)) throw refused(resource.path, 'a home directory')
}

const HOMES = /^(?:\/home(?:\/[^/]+)?|\/Users(?:\/[^/]+)?|\/root|\/var\/root|[A-Za-z]:\\Users(?:\\[^\\]+)?)$/

function refused(path: string, what: string): HostError {
  return new HostError('PERMISSION_DENIED', `${path} is ${what}: it is never deleted or moved.`, {
    hint: 'Name something in it.',
  })
}
