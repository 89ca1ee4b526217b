import { hash } from 'node:crypto'
import { constants, existsSync, fchmodSync, fsyncSync, ftruncateSync, lstatSync, rmdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { HostError } from '../base/host-error.ts'
import type { UndoPlanStep, UndoStep } from '../contract/undo.ts'
import { plainName, reach } from './directory-names.ts'
import { fileError } from './file-error.ts'
import { kindOf } from './identity.ts'
import type { Location } from './locate.ts'
import { makeDirectories } from './make-directories.ts'
import { moveLocated } from './move.ts'
import { openLocated } from './open-file.ts'
import { readAt } from './read-bytes.ts'
import { removeLocated } from './remove.ts'
import { openSlot } from './slots.ts'
import { transfer } from './transfer.ts'
import { type WriteParts, writeLocated } from './write-file.ts'

export interface TakeBackParts extends WriteParts {
  /** Finds a canonical path again, as it is now, for a person. */
  readonly find: (path: string) => Location
}

/** Says what taking a step back would do, and what is in the way. */
export async function planTakeBack(parts: TakeBackParts, callId: string, step: UndoStep): Promise<UndoPlanStep> {
  const path = step.kind === 'move' ? step.to : step.path
  const ready = (action: string): UndoPlanStep => ({ path, action, conflict: null, canForce: false })
  const stopped = (action: string, conflict: string, canForce = false): UndoPlanStep => ({
    path,
    action,
    conflict,
    canForce,
  })
  const isKept = (slot: string | null) => slot !== null && existsSync(parts.journal.pathOf(callId, slot))
  const now = parts.find(path)
  switch (step.kind) {
    case 'write': {
      const action =
        step.before === null ? 'delete the file that was created' : `bring back ${bytesText(step.before.size)}`
      if (step.before !== null && !isKept(step.before.slot))
        return stopped(action, 'What was there before is not kept.')
      if (now.target === null) return stopped(action, 'The file is gone since.', step.before !== null)
      if (!now.target.isFile()) return stopped(action, `It is a ${kindOf(now.target)} now.`)
      const isSame = Number(now.target.size) === step.after.size && (await hashOf(parts, now)) === step.after.sha256
      return isSame ? ready(action) : stopped(action, 'It was changed since.', true)
    }
    case 'append': {
      const action = `take off the last ${bytesText(step.added.size)}`
      if (now.target === null || !now.target.isFile()) return stopped(action, 'The file is gone since.')
      const isSame =
        Number(now.target.size) === step.size + step.added.size &&
        (await tailHash(parts, now, step)) === step.added.sha256
      return isSame ? ready(action) : stopped(action, 'It was changed since.')
    }
    case 'remove': {
      const action = `bring back the ${step.what}${step.entries > 1 ? ` with ${step.entries} entries` : ''}`
      if (!isKept(step.slot))
        return stopped(action, step.slot === null ? 'It was too large to be kept.' : 'It is not kept any more.')
      return now.target === null ? ready(action) : stopped(action, 'Something else has its place by now.')
    }
    case 'restore':
      return now.target === null ? stopped('delete it again', 'It is gone already.') : ready('delete it again')
    case 'make':
      return now.target === null
        ? stopped('remove the directory', 'It is gone already.')
        : ready('remove the directory if it is empty')
    case 'move': {
      const action = `move it back to ${step.from}`
      if (step.replaced !== null && !isKept(step.replaced.slot))
        return stopped(action, 'The file it replaced is not kept.')
      if (now.target === null) return stopped(action, 'It is not there any more.')
      return parts.find(step.from).target === null ? ready(action) : stopped(action, `${step.from} exists again.`)
    }
  }
}

interface Options {
  /** The call on whose behalf it happens, and under which it can be undone in turn. */
  readonly asCall: string
  readonly signal?: AbortSignal | undefined
}

/** Takes one step back. What is there now is kept like before any other change. */
export async function takeBack(
  parts: TakeBackParts,
  callId: string,
  step: UndoStep,
  { asCall, signal }: Options,
): Promise<void> {
  const quiet = { callId: asCall, signal }
  switch (step.kind) {
    case 'write': {
      const now = parts.find(step.path)
      if (step.before === null) {
        await removeLocated(parts, now, { ...quiet, recursive: false })
        return removeMade(parts, step.made)
      }
      const bytes = await keptBytes(parts, callId, step.before.slot)
      await writeLocated(parts, now, bytes, { ...quiet, mode: 'overwrite', createDirs: true })
      return setMode(parts, step.path, step.before.mode)
    }
    case 'append':
      return truncate(parts, step)
    case 'remove':
      return restore(parts, callId, step, { asCall, signal })
    case 'restore':
      await removeLocated(parts, parts.find(step.path), { ...quiet, recursive: true })
      return removeMade(parts, step.made)
    case 'make':
      return removeMade(parts, step.made)
    case 'move': {
      await moveLocated(parts, parts.find(step.to), parts.find(step.from), { ...quiet, overwrite: false })
      if (step.replaced !== null) {
        const bytes = await keptBytes(parts, callId, step.replaced.slot)
        await writeLocated(parts, parts.find(step.to), bytes, { ...quiet, mode: 'overwrite', createDirs: true })
        setMode(parts, step.to, step.replaced.mode)
      }
      return removeMade(parts, step.made)
    }
  }
}

async function restore(
  parts: TakeBackParts,
  callId: string,
  { path, slot, what }: UndoStep & { kind: 'remove' },
  { asCall, signal }: Options,
): Promise<void> {
  const { handles, journal } = parts
  if (slot === null) throw new HostError('CONFLICT', `${path} was too large to be kept.`)
  const { anchor, names, target } = parts.find(path)
  const name = names.at(-1)
  if (target !== null || name === undefined) throw new HostError('CONFLICT', `${path} exists again.`)
  using from = openSlot(handles, journal.pathOf(callId, slot))
  const source = lstatSync(reach(from.directory, from.name), { bigint: true })
  using made = makeDirectories(handles, handles.openDirectory(anchor.path, anchor.identity), names.slice(0, -1))
  const drop = journal.record(asCall, { kind: 'restore', path, what, made: made.created }, 0)
  try {
    const to = { directory: made.directory, name: plainName(name) }
    await transfer(handles, { from, source, to, replaces: null }, { callId: asCall, signal })
  } catch (cause) {
    drop()
    made.undo()
    throw fileError(cause, path)
  }
}

async function keptBytes({ journal }: TakeBackParts, callId: string, slot: string | null): Promise<Buffer> {
  if (slot === null) throw new HostError('CONFLICT', 'What was there before was too large to be kept.')
  return readFile(journal.pathOf(callId, slot))
}

function truncate({ handles, find }: TakeBackParts, { path, size }: UndoStep & { kind: 'append' }): void {
  using file = openLocated(handles, find(path), constants.O_RDWR)
  ftruncateSync(file.fd, size)
  fsyncSync(file.fd)
}

function setMode({ handles, find }: TakeBackParts, path: string, mode: number): void {
  using file = openLocated(handles, find(path))
  fchmodSync(file.fd, mode)
}

/** Innermost first, as far as they are empty. */
function removeMade({ handles, find }: TakeBackParts, made: readonly string[]): void {
  for (const path of made.toReversed()) {
    const { anchor, names, target } = find(path)
    const [name] = names
    if (target === null || !target.isDirectory() || name === undefined) return
    using parent = handles.openDirectory(anchor.path, anchor.identity)
    try {
      rmdirSync(parent.entry(name))
    } catch {
      // Someone uses it by now.
      return
    }
  }
}

async function hashOf({ handles }: TakeBackParts, located: Location): Promise<string> {
  using file = openLocated(handles, located)
  return hash('sha256', await readAt(file, 0, Number(file.stats.size)))
}

async function tailHash(
  { handles }: TakeBackParts,
  located: Location,
  step: UndoStep & { kind: 'append' },
): Promise<string> {
  using file = openLocated(handles, located)
  return hash('sha256', await readAt(file, step.size, step.added.size))
}

function bytesText(bytes: number): string {
  return bytes === 1 ? '1 byte' : `${bytes} bytes`
}
