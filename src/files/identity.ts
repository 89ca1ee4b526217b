import type { BigIntStats } from 'node:fs'

/** Device and inode: what a file is, whatever it is called. 64-bit inodes do not fit into a number. */
export interface Identity {
  readonly dev: bigint
  readonly ino: bigint
}

export function isSame(a: Identity, b: Identity): boolean {
  return a.ino === b.ino && a.dev === b.dev
}

/**
 * File systems give the number of a deleted file to the next one, so a file is also known by its kind and its birth.
 * Where births are not recorded, Node answers with the last change instead, which only makes this stricter.
 */
export function isSameFile(a: BigIntStats, b: BigIntStats): boolean {
  return isSame(a, b) && kindOf(a) === kindOf(b) && a.birthtimeNs === b.birthtimeNs
}

export function identityText({ dev, ino }: Identity): string {
  return `${dev}:${ino}`
}

export type FileKind = 'file' | 'directory' | 'link' | 'FIFO' | 'socket' | 'device'

type KindTests = Pick<
  BigIntStats,
  'isFile' | 'isDirectory' | 'isSymbolicLink' | 'isFIFO' | 'isSocket' | 'isBlockDevice' | 'isCharacterDevice'
>

export function kindOf(stats: KindTests): FileKind {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'directory'
  if (stats.isSymbolicLink()) return 'link'
  if (stats.isFIFO()) return 'FIFO'
  return stats.isSocket() ? 'socket' : 'device'
}
