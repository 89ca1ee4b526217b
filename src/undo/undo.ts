import { HostError } from '../base/host-error.ts'
import type { Limits } from '../base/limits.ts'
import type { UndoPlan, UndoPlanStep, UndoStep } from '../contract/undo.ts'
import type { UndoJournal } from './journal.ts'

type Find<T> = (path: string) => T

/** What undo needs of files. `Found` is whatever they know a path by. */
export interface UndoFiles<Found> {
  readonly find: Find<Found>
  readonly planTakeBack: (callId: string, step: UndoStep, find: Find<Found>) => Promise<UndoPlanStep>
  readonly takeBack: (
    callId: string,
    step: UndoStep,
    options: { asCall: string; signal?: AbortSignal },
  ) => Promise<void>
}

export interface UndoOptions {
  /** The call that the undo is recorded as; it can be undone in turn. */
  readonly asCall: string
  /** Insists where something was changed since; what is there now is kept. */
  readonly force: boolean
  readonly signal?: AbortSignal
}

export interface Undo {
  readonly plan: (callId: string) => Promise<UndoPlan>
  /** All of it, or nothing. */
  readonly run: (callId: string, options: UndoOptions) => Promise<UndoPlan>
  /** A call that died between its steps is taken back as a whole. True if something was. */
  readonly recover: (callId: string) => Promise<boolean>
}

const DAY_MS = 24 * 60 * 60 * 1000

export function createUndo<Found>(parts: {
  readonly journal: UndoJournal
  readonly files: UndoFiles<Found>
  readonly limits: Limits
}): Undo {
  const { journal, files, limits } = parts

  const plan = async (callId: string): Promise<UndoPlan> => {
    const { steps, at } = journal.stepsOf(callId)
    const undoneBy = journal.undoneBy(callId)
    const base = { callId, undoneBy, expiresAt: at === 0 ? null : at + limits.undoDays * DAY_MS }
    if (undoneBy !== null) {
      return {
        ...base,
        steps: [],
        state: 'undone',
        reason: `It was undone already, by ${undoneBy}. To have it again, undo that.`,
      }
    }
    if (steps.length === 0) {
      return {
        ...base,
        steps: [],
        state: 'nothing',
        reason: 'It changed no file, or what it changed is not kept any more.',
      }
    }
    const planned = await planSteps(files, callId, steps)
    const first = planned.find(({ conflict }) => conflict !== null)
    return first === undefined
      ? { ...base, steps: planned, state: 'ready', reason: null }
      : { ...base, steps: planned, state: 'conflict', reason: `${first.path}: ${first.conflict}` }
  }

  const takeBackAll = async (callId: string, { asCall, signal }: Omit<UndoOptions, 'force'>) => {
    try {
      for (const step of journal.stepsOf(callId).steps.toReversed()) {
        signal?.throwIfAborted()
        await files.takeBack(callId, step, signal === undefined ? { asCall } : { asCall, signal })
      }
    } catch (cause) {
      for (const step of journal.stepsOf(asCall).steps.toReversed()) await files.takeBack(asCall, step, { asCall })
      throw cause
    }
  }

  return {
    plan,

    run: async (callId, options) => {
      const planned = await plan(callId)
      if (planned.state === 'nothing') throw new HostError('NOT_FOUND', `There is nothing to undo. ${planned.reason}`)
      if (planned.state === 'undone') throw new HostError('CONFLICT', planned.reason ?? 'It was undone already.')
      const inTheWay = planned.steps.filter(
        ({ conflict, canForce }) => conflict !== null && !(options.force && canForce),
      )
      if (inTheWay.length > 0) throw conflicts(inTheWay)
      await takeBackAll(callId, options)
      journal.markUndone(callId, options.asCall)
      return planned
    },

    recover: async (callId) => {
      const { steps } = journal.stepsOf(callId)
      if (steps.length < 2) return false
      // Steps that did not happen any more are found out by what is there.
      const planned = await planSteps(files, callId, steps)
      const happened = steps.toReversed().filter((_, index) => planned[index]?.conflict === null)
      for (const step of happened) await files.takeBack(callId, step, { asCall: `${callId}_recovered` })
      if (happened.length > 0) journal.markUndone(callId, `${callId}_recovered`)
      return happened.length > 0
    },
  }
}

/** Last step first. What a later step moved is looked for where it is now. */
async function planSteps<Found>(
  files: UndoFiles<Found>,
  callId: string,
  steps: readonly UndoStep[],
): Promise<UndoPlanStep[]> {
  const movedTo = new Map<string, string>()
  const find = (path: string) => files.find(movedTo.get(path) ?? path)
  const planned: UndoPlanStep[] = []
  for (const step of steps.toReversed()) {
    planned.push(await planStep(files, callId, step, find))
    if (step.kind === 'move') movedTo.set(step.from, step.to)
  }
  return planned
}

/** A path that cannot be looked at any more, because of a link or a missing right, is in the way like any other. */
async function planStep<Found>(
  files: UndoFiles<Found>,
  callId: string,
  step: UndoStep,
  find: Find<Found>,
): Promise<UndoPlanStep> {
  try {
    return await files.planTakeBack(callId, step, find)
  } catch (cause) {
    const path = step.kind === 'move' ? step.to : step.path
    return { path, action: 'take it back', conflict: HostError.from(cause).message, canForce: false }
  }
}

function conflicts(steps: readonly UndoPlanStep[]): HostError {
  const lines = steps.map(({ path, conflict }) => `${path}: ${conflict}`)
  const canForce = steps.every((step) => step.canForce)
  return new HostError('CONFLICT', `It cannot be undone as things are now. ${lines.join(' ')}`, {
    hint: canForce ? 'Insist with --force: what is there now is kept and can be brought back.' : 'Nothing was changed.',
    details: { conflicts: steps },
  })
}
