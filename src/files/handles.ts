import { existsSync } from 'node:fs'
import { linuxHandles } from './handles-linux.ts'
import { portableHandles } from './handles-portable.ts'
import type { Identity } from './identity.ts'
import type { Walk } from './walk.ts'

/** An open directory. It must be closed. */
export interface DirectoryHandle extends Disposable {
  readonly identity: Identity
  /** The directory's canonical path, for messages. */
  readonly path: string
  /** A path that reaches the directory itself, whatever its name leads to by now. */
  readonly self: string
  /** A path that reaches `name` in this very directory. */
  readonly entry: (name: string) => string
  /** Throws CONFLICT where a swapped directory can only be noticed afterwards. To be called before and after use. */
  readonly confirm: () => void
}

/** How a platform gets hold of a directory without following a link. */
export interface Handles {
  /** Throws CONFLICT if `path` no longer leads to `expected` without links. */
  readonly openDirectory: (path: string, expected: Identity) => DirectoryHandle
  /** Opens a directory below another; a link in its place is CONFLICT. `raw` is a name that is not valid UTF-8. */
  readonly openChild: (parent: DirectoryHandle, name: string, raw?: Buffer | null) => DirectoryHandle
  readonly respell: (reached: Walk) => Walk
}

export function platformHandles(): Handles {
  return process.platform === 'linux' && existsSync('/proc/self/fd') ? linuxHandles : portableHandles
}
