import type { Located } from '../../files/files.ts'
import type { Cwd } from '../../terminals/terminals.ts'

/** A located directory as the broker starts processes in it: if it is another one by then, nothing starts. */
export function cwdOf({ resource, target }: Located): Cwd {
  return target === null ? { path: resource.path } : { path: resource.path, identity: `${target.dev}:${target.ino}` }
}
