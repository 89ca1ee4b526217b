import { HostError } from '../base/host-error.ts'
import type { UndoStep } from '../contract/undo.ts'
import type { Journal } from './journal.ts'
import type { Location } from './locate.ts'
import { moveLocated } from './move.ts'
import { removeLocated } from './remove.ts'
import { type TakeBackParts, takeBack } from './take-back.ts'
import { writeLocated } from './write-file.ts'

/** One file of a change that is made as a whole or not at all. */
export type Change =
  | { readonly kind: 'write'; readonly file: Location; readonly bytes: Buffer }
  | { readonly kind: 'remove'; readonly file: Location }
  | {
      readonly kind: 'move'
      readonly file: Location
      readonly to: Location
      /** The new content; null where only the name changes. */
      readonly bytes: Buffer | null
    }

interface Options {
  readonly callId: string
  readonly signal?: AbortSignal | undefined
}

/** All of it or nothing: what was done before a failure is taken back. */
export async function changeAll(parts: TakeBackParts, changes: readonly Change[], options: Options): Promise<void> {
  const done: { readonly step: UndoStep; readonly drop: () => void }[] = []
  const journal: Journal = {
    ...parts.journal,
    record: (callId, step, keptBytes) => {
      const entry = { step, drop: parts.journal.record(callId, step, keptBytes) }
      done.push(entry)
      return () => {
        done.splice(done.indexOf(entry), 1)
        entry.drop()
      }
    },
  }
  try {
    for (const change of changes) {
      options.signal?.throwIfAborted()
      await make({ ...parts, journal }, change, options)
    }
  } catch (cause) {
    await rollBack(parts, done, options.callId, cause)
    throw cause
  }
}

async function make(parts: TakeBackParts, change: Change, options: Options): Promise<void> {
  const write = (file: Location, bytes: Buffer) =>
    writeLocated(parts, file, bytes, { ...options, mode: 'overwrite', createDirs: true })
  switch (change.kind) {
    case 'write':
      await write(change.file, change.bytes)
      return
    case 'remove':
      await removeLocated(parts, change.file, { ...options, recursive: false })
      return
    case 'move': {
      if (change.bytes !== null) await write(change.file, change.bytes)
      const from = change.bytes === null ? change.file : parts.find(change.file.resource.path)
      await moveLocated(parts, from, change.to, { ...options, overwrite: false })
    }
  }
}

async function rollBack(
  parts: TakeBackParts,
  done: readonly { readonly step: UndoStep; readonly drop: () => void }[],
  callId: string,
  cause: unknown,
): Promise<void> {
  // Nothing of the way back is kept: it leads to where everything was.
  const journal: Journal = { ...parts.journal, room: () => -1, record: () => () => {} }
  for (const { step, drop } of done.toReversed()) {
    try {
      await takeBack({ ...parts, journal }, callId, step, { asCall: callId })
      drop()
    } catch (failure) {
      const path = step.kind === 'move' ? step.to : step.path
      throw new HostError(
        'EXECUTION_FAILED',
        `${HostError.from(cause).message} ${path} was already changed and could not be put back: ${HostError.from(failure).message}`,
        { hint: `What was there before is kept: upperhand history undo ${callId}`, cause },
      )
    }
  }
}
