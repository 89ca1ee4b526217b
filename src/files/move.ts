import { accessSync, constants } from 'node:fs'
import { sep } from 'node:path'
import { HostError } from '../base/host-error.ts'
import { plainName } from './directory-names.ts'
import { fileError } from './file-error.ts'
import { type FileKind, isSame, kindOf } from './identity.ts'
import { keepFile } from './keep-file.ts'
import type { Location } from './locate.ts'
import { makeDirectories } from './make-directories.ts'
import { notThere } from './open-file.ts'
import { requireUnchanged, syncDirectory } from './replace-file.ts'
import { transfer } from './transfer.ts'
import type { WriteParts } from './write-file.ts'

export interface MoveOptions {
  /** Lets a file replace a file. */
  readonly overwrite: boolean
  readonly callId: string
  readonly signal?: AbortSignal | undefined
  readonly progress?: ((message: string, fraction?: number) => void) | undefined
}

export interface Moved {
  readonly what: FileKind
  readonly replaced: boolean
}

/** What can be known to fail before anyone is asked. */
export function requireMovable(from: Location, to: Location, overwrite: boolean): void {
  const [source, target] = [from.target, to.target]
  if (source === null) throw notThere(from.resource.path)
  const [fromPath, toPath] = [from.resource.path, to.resource.path]
  if (fromPath === toPath) throw new HostError('INVALID_PARAMETERS', `${fromPath} is both source and destination.`)
  if (source.isDirectory() && toPath.startsWith(`${fromPath}${sep}`)) {
    throw new HostError(
      'INVALID_PARAMETERS',
      `${toPath} is inside ${fromPath}: a directory cannot be moved into itself.`,
    )
  }
  if (!source.isDirectory() && to.wantsDirectory && target === null) {
    throw new HostError(
      'INVALID_PARAMETERS',
      `"${to.resource.given}" ends like a directory, but ${fromPath} is a file.`,
    )
  }
  // On file systems that ignore case, the new name may already lead to the file itself.
  if (target === null || isSame(source, target)) return
  if (target.isDirectory()) {
    throw new HostError('CONFLICT', `${toPath} is a directory that exists already.`, {
      hint: `Name the new place in full, for example ${toPath}${sep}${from.names.at(-1) ?? ''}.`,
    })
  }
  if (!overwrite) {
    throw new HostError('CONFLICT', `${toPath} exists already.`, {
      hint: 'Choose another name, or pass overwrite=true to replace it.',
    })
  }
  if (!source.isFile() || !target.isFile()) {
    throw new HostError('CONFLICT', `${toPath} is a ${kindOf(target)} and cannot be replaced by a ${kindOf(source)}.`)
  }
}

/** Moves a file, link or tree; its new directories are created. */
export async function moveLocated(
  parts: WriteParts,
  from: Location,
  to: Location,
  options: MoveOptions,
): Promise<Moved> {
  requireMovable(from, to, options.overwrite)
  const { handles, journal, durability } = parts
  const [name, newName, source] = [from.names.at(-1), to.names.at(-1), from.target]
  if (name === undefined || newName === undefined || source === null) throw new Error('a root is never moved')
  using directory = handles.openDirectory(from.anchor.path, from.anchor.identity)
  const start = handles.openDirectory(to.anchor.path, to.anchor.identity)
  using made = makeDirectories(handles, start, to.names.slice(0, -1))
  const destination = { directory: made.directory, name: newName, target: to.target, path: to.resource.path }
  try {
    requireUnchanged(destination)
    const isCaseOnly = to.target !== null && isSame(to.target, source)
    const replaces = isCaseOnly ? source : to.target
    if (replaces !== null && !isCaseOnly) accessSync(made.directory.entry(newName), constants.W_OK)
    const replaced = isCaseOnly ? null : await keepFile(journal, destination, options.callId)
    const what = kindOf(source)
    const drop = journal.record(
      options.callId,
      { kind: 'move', from: from.resource.path, to: to.resource.path, what, replaced, made: made.created },
      replaced?.slot == null ? 0 : replaced.size,
    )
    try {
      const entry = { directory, name: plainName(name) }
      const target = { directory: made.directory, name: plainName(newName) }
      await transfer(handles, { from: entry, source, to: target, replaces }, { ...options, onEntry: reporter(options) })
    } catch (cause) {
      drop()
      throw cause
    }
    if (durability === 'power') for (const changed of [directory, made.directory]) await syncDirectory(changed)
    return { what, replaced: replaced !== null }
  } catch (cause) {
    made.undo()
    throw fileError(cause, to.resource.path)
  }
}

const ENTRIES_PER_REPORT = 1_000

function reporter({ progress }: MoveOptions): () => void {
  let copied = 0
  return () => {
    copied += 1
    if (copied % ENTRIES_PER_REPORT === 0) progress?.(`Copied ${copied} entries to another device`)
  }
}
