import { type BigIntStats, linkSync, lstatSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs'
import { HostError } from '../base/host-error.ts'
import { copyTree, type TreeEntry } from './copy-tree.ts'
import { plainName, reach } from './directory-names.ts'
import { changedMeanwhile, errnoOf, fileError } from './file-error.ts'
import type { Handles } from './handles.ts'
import { isSameFile } from './identity.ts'
import { removeTree } from './remove-tree.ts'
import { temporaryName } from './temporaries.ts'

export interface Transfer {
  readonly from: TreeEntry
  /** What was located there. */
  readonly source: BigIntStats
  readonly to: TreeEntry
  /** A file that stands at the destination and gives way; otherwise nothing may be there. */
  readonly replaces: BigIntStats | null
}

interface Options {
  /** Names what is half-way, so that it can be told from other files. */
  readonly callId: string
  readonly signal?: AbortSignal | undefined
  readonly onEntry?: (() => void) | undefined
}

/**
 * Gives a file, link or tree another place, in one step on the same device. To another device it is copied, the copy
 * takes its place whole, and only then the original goes.
 */
export async function transfer(
  handles: Handles,
  { from, source, to, replaces }: Transfer,
  options: Options,
): Promise<void> {
  requireSame(from, source)
  try {
    place(from, to, source, replaces)
  } catch (cause) {
    if (errnoOf(cause) !== 'EXDEV') throw fileError(cause, pathOf(to))
    await across(handles, { from, source, to, replaces }, options)
    return
  }
  const arrived = lstatSync(reach(to.directory, to.name), { bigint: true })
  if (isSameFile(arrived, source)) return
  // Something else was put in its place at the last moment: it goes back.
  renameSync(reach(to.directory, to.name), reach(from.directory, from.name))
  throw changedMeanwhile(pathOf(from))
}

async function across(handles: Handles, { from, source, to, replaces }: Transfer, options: Options): Promise<void> {
  const name = temporaryName(options.callId)
  const copy = { directory: to.directory, name: plainName(name) }
  const old = { directory: from.directory, name: plainName(name) }
  try {
    await copyTree(handles, from, copy, options)
    options.signal?.throwIfAborted()
    requireSame(from, source)
    // From here on it is finished, cancelled or not: both places are whole at every moment.
    renameSync(reach(from.directory, from.name), reach(old.directory, old.name))
  } catch (cause) {
    await removeTree(handles, copy)
    throw fileError(cause, pathOf(from))
  }
  try {
    place(copy, to, lstatSync(reach(copy.directory, copy.name), { bigint: true }), replaces)
  } catch (cause) {
    renameSync(reach(old.directory, old.name), reach(from.directory, from.name))
    await removeTree(handles, copy)
    throw fileError(cause, pathOf(to))
  }
  await removeTree(handles, old)
}

function requireSame({ directory, name }: TreeEntry, source: BigIntStats): void {
  const found = lstatSync(reach(directory, name), { bigint: true, throwIfNoEntry: false })
  if (found === undefined || !isSameFile(found, source)) throw changedMeanwhile(`${directory.path}/${name.text}`)
  directory.confirm()
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** A rename replaces whatever is there. A link and a new directory do not, so they go first. */
function place(from: TreeEntry, to: TreeEntry, source: BigIntStats, replaces: BigIntStats | null): void {
  const [old, fresh] = [reach(from.directory, from.name), reach(to.directory, to.name)]
  if (replaces !== null) {
    requireSame(to, replaces)
    renameSync(old, fresh)
    return
  }
  if (source.isDirectory()) {
    placeDirectory(old, fresh, pathOf(to))
    return
  }
  try {
    linkSync(old, fresh)
  } catch (cause) {
    if (errnoOf(cause) === 'EEXIST') throw appeared(pathOf(to), cause)
    if (!NO_LINKS.has(errnoOf(cause) ?? '')) throw cause
    if (lstatSync(fresh, { throwIfNoEntry: false }) !== undefined) throw appeared(pathOf(to), cause)
    renameSync(old, fresh)
    return
  }
  try {
    unlinkSync(old)
  } catch (cause) {
    unlinkSync(fresh)
    throw cause
  }
}

function placeDirectory(old: string | Buffer, fresh: string | Buffer, path: string): void {
  try {
    mkdirSync(fresh, { mode: 0o700 })
  } catch (cause) {
    throw errnoOf(cause) === 'EEXIST' ? appeared(path, cause) : cause
  }
  try {
    renameSync(old, fresh)
  } catch (cause) {
    rmdirSync(fresh)
    throw cause
  }
}

function appeared(path: string, cause: unknown): HostError {
  return new HostError('CONFLICT', `${path} exists already.`, {
    hint: 'Choose another name, or remove it first.',
    cause,
  })
}

function pathOf({ directory, name }: TreeEntry): string {
  return directory.path.endsWith('/') ? `${directory.path}${name.text}` : `${directory.path}/${name.text}`
}
