import type { Limits } from '../base/limits.ts'
import type { Place } from '../contract/run.ts'
import type { UndoPlanStep, UndoStep } from '../contract/undo.ts'
import { type Change, changeAll } from './change-all.ts'
import { readTextFile, requireHash, requireUntouched, type TextFile } from './edit-file.ts'
import type { Located } from './files.ts'
import type { Location } from './locate.ts'
import { type Moved, type MoveOptions, moveLocated, requireMovable } from './move.ts'
import { requireRemovable } from './never-removed.ts'
import { openLocated } from './open-file.ts'
import { readWholeSync } from './pre-image.ts'
import { type Removed, type RemoveOptions, removeLocated } from './remove.ts'
import { scanTree, type TreeScan } from './scan-tree.ts'
import type { Sightings } from './sightings.ts'
import { planTakeBack, type TakeBackParts, takeBack } from './take-back.ts'
import { encodeText } from './text-encoding.ts'

export interface ChangeOptions {
  readonly callId: string
  readonly signal?: AbortSignal | undefined
  /** The run whose last sight of the file counts. */
  readonly run?: string | undefined
}

/** A new text for a file that was read before. */
export type TextChange =
  | { readonly kind: 'write'; readonly file: Located; readonly before: TextFile | null; readonly text: string }
  | { readonly kind: 'remove'; readonly file: Located }
  | {
      readonly kind: 'move'
      readonly file: Located
      readonly to: Located
      readonly before: TextFile
      readonly text: string
    }

/** What changes trees and texts; part of `Files`. */
export interface Changes {
  readonly readText: (located: Located, options?: { readonly baseHash?: string | undefined }) => Promise<TextFile>
  /** Throws CONFLICT if someone else changed the file since this run saw it. */
  readonly requireSeen: (located: Located, run: string) => void
  /** Writes texts in the form they had. Several of them: all or none. What stays the same is not written. */
  readonly changeTexts: (changes: readonly TextChange[], options: ChangeOptions) => Promise<void>
  readonly remove: (located: Located, options: RemoveOptions) => Promise<Removed>
  readonly move: (from: Located, to: Located, options: MoveOptions) => Promise<Moved>
  readonly requireRemovable: (located: Located, place: Place) => void
  readonly requireMovable: (from: Located, to: Located, overwrite: boolean) => void
  readonly scanTree: (located: Located, signal?: AbortSignal) => Promise<TreeScan>
  readonly planTakeBack: (callId: string, step: UndoStep, find?: (path: string) => Location) => Promise<UndoPlanStep>
  readonly takeBack: (
    callId: string,
    step: UndoStep,
    options: { asCall: string; signal?: AbortSignal },
  ) => Promise<void>
  /** A canonical path as it is now, for a person's undo. */
  readonly find: (path: string) => Located
}

interface Parts extends Omit<TakeBackParts, 'find'> {
  readonly limits: Limits
  readonly home: string
  readonly sightings: Sightings
  readonly find: (path: string) => Located
  readonly isCritical: (path: string) => boolean
  readonly requireOffFloor: (located: Located) => void
}

/** What a person is shown before a delete or move is bounded: nobody waits for a million entries. */
const SCAN_ENTRIES = 100_000

export function createChanges(parts: Parts): Changes {
  const { handles, limits, sightings, home, isCritical, requireOffFloor } = parts

  const requireSeen: Changes['requireSeen'] = (located, run) => {
    if (located.resource.protection.class === 'floor') return
    const { path, zone, protection } = located.resource
    const mayQuote = zone === 'inside' && protection.class === 'none'
    const read = () => {
      if (located.target === null || !located.target.isFile() || located.target.size > BigInt(limits.editBytes))
        return null
      using file = openLocated(handles, located)
      return readWholeSync(file, Number(file.stats.size))
    }
    sightings.require(run, path, located.target, read, mayQuote)
  }

  const sawAgain = (path: string, run: string | undefined, bytes: Buffer) => {
    const { target } = parts.find(path)
    if (target !== null) sightings.saw(run, path, target, bytes)
  }

  return {
    requireSeen,

    async readText(located, { baseHash } = {}) {
      requireOffFloor(located)
      const file = await readTextFile(handles, located, limits)
      requireHash(located.resource.path, file.sha256, baseHash)
      return file
    },

    async changeTexts(changes, { run, ...options }) {
      const made: Change[] = []
      const after: (() => void)[] = []
      for (const change of changes) {
        requireOffFloor(change.file)
        if (change.kind === 'remove') {
          made.push({ kind: 'remove', file: change.file })
          continue
        }
        const { file, before, text } = change
        if (run !== undefined) requireSeen(file, run)
        if (before !== null) requireUntouched(handles, file, before)
        const path = change.kind === 'move' ? change.to.resource.path : file.resource.path
        const bytes = encodeText(text, before ?? { encoding: 'utf-8', bom: false }, path)
        const isSame = before !== null && bytes.equals(before.bytes)
        if (change.kind === 'move') {
          requireOffFloor(change.to)
          made.push({ kind: 'move', file, to: change.to, bytes: isSame ? null : bytes })
        } else if (!isSame) made.push({ kind: 'write', file, bytes })
        after.push(() => sawAgain(path, run, bytes))
      }
      await changeAll(parts, made, options)
      for (const tell of after) tell()
    },

    async remove(located, options) {
      requireOffFloor(located)
      return await removeLocated(parts, located, options)
    },

    async move(from, to, options) {
      requireOffFloor(from)
      requireOffFloor(to)
      return await moveLocated(parts, from, to, options)
    },

    requireRemovable: (located, place) => requireRemovable(located, place, home),
    requireMovable,

    async scanTree(located, signal) {
      requireOffFloor(located)
      return await scanTree({ handles, isCritical }, located, { maxEntries: SCAN_ENTRIES, signal })
    },

    planTakeBack: (callId, step, find = parts.find) => planTakeBack({ ...parts, find }, callId, step),
    takeBack: (callId, step, options) => takeBack(parts, callId, step, options),
    find: parts.find,
  }
}
