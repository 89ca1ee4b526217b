import type { Place } from '../contract/run.ts'
import type { Files, Located } from '../files/files.ts'
import type { TreeScan } from '../files/scan-tree.ts'
import type { Touched } from './operation.ts'
import { isReadable } from './quoting.ts'

/** A file or tree that goes away or elsewhere, with what was found in it. */
export interface TouchedTree extends Located {
  readonly scan: TreeScan | null
}

/**
 * Whatever is critical inside is touched as well, so it is asked for by name; and what a person approves is the tree as
 * it was shown.
 */
export async function touchTree(
  files: Files,
  place: Place,
  path: string,
): Promise<{ readonly tree: TouchedTree; readonly inside: readonly Touched[] }> {
  const located = files.locate(place, path, 'destroy')
  files.requireRemovable(located, place)
  if (located.target === null || located.resource.protection.class === 'floor') {
    return { tree: { ...located, scan: null }, inside: [] }
  }
  const scan = await files.scanTree(located)
  const inside = scan.critical.map((name) => files.locate(place, `${located.resource.path}/${name}`, 'destroy'))
  const fingerprint = () => `${located.fingerprint()} ${scan.stamp}`
  return { tree: { ...located, scan, fingerprint }, inside: inside.map(({ resource }) => ({ resource })) }
}

/** Half of what is kept in all: the same bound that the journal has. */
export function canUndo({ limits }: Files, { bytes, isComplete }: TreeScan): boolean {
  return isComplete && bytes <= limits.undoBytes / 2
}

/** For the card; only where a caller that is refused may know it as well. */
export function sizeLine({ scan, ...located }: TouchedTree): string[] {
  return scan === null || !isReadable(located) ? [] : [`Size: ${countWords(scan)}`]
}

function countWords({ kind, files, directories, bytes }: TreeScan): string {
  if (kind !== 'directory') return `${kind === 'file' ? `${bytes} bytes` : kind}`
  return `${files} files and ${directories} directories, ${bytes} bytes`
}
