import { HostError } from '../base/host-error.ts'
import type { Because } from '../contract/policy.ts'
import type { PathResource } from '../contract/resources.ts'
import type { Caller } from '../contract/run.ts'
import type { UndoPlan } from '../contract/undo.ts'
import type { CallEnd, Ledger } from './ledger.ts'
import type { Locks } from './locks.ts'

export interface Undone {
  /** The undo itself: a call like any other, which can be undone in turn. */
  readonly callId: string
  readonly plan: UndoPlan
}

export interface UndoCalls {
  readonly plan: (callId: string) => Promise<UndoPlan>
  readonly undo: (callId: string, caller: Caller, options: { readonly force: boolean }) => Promise<Undone>
}

interface Parts {
  readonly ledger: Ledger
  readonly locks: Locks
  readonly labelOf: (callId: string) => string
  readonly plan: (callId: string) => Promise<UndoPlan>
  readonly run: (callId: string, options: { asCall: string; force: boolean; signal: AbortSignal }) => Promise<UndoPlan>
  readonly resourceOf: (path: string) => PathResource
}

const BY_A_PERSON: Because = { step: 'person', reason: 'A person undid it.' }

/** People undo, agents do not. What they do is locked and recorded like any call. */
export function createUndoCalls({ ledger, locks, labelOf, plan, run, resourceOf }: Parts): UndoCalls {
  return {
    plan: (callId) => {
      labelOf(callId)
      return plan(callId)
    },

    undo: async (callId, caller, { force }) => {
      if (!caller.isPerson) throw new HostError('PERMISSION_DENIED', 'Only a person undoes.')
      const label = `Undoing: ${labelOf(callId)}`
      const planned = await plan(callId)
      const resources = planned.steps.flatMap(({ path }) => resourceOrNone(resourceOf, path))
      const open = ledger.open(caller, 'history.undo', { callId, force })
      open.describe({ operation: 'history.undo', label, args: { callId, force }, resources })
      const { signal } = new AbortController()
      using _lock = await locks.acquire(resources, signal)
      let end: CallEnd = { state: 'succeeded' }
      try {
        open.started(BY_A_PERSON, undefined, () => true)
        const done = await run(callId, { asCall: open.id, force, signal })
        end = { state: 'succeeded', output: done.steps.map(({ path, action }) => `${path}: ${action}`).join('\n') }
        return { callId: open.id, plan: done }
      } catch (cause) {
        const error = HostError.from(cause)
        end = { state: 'failed', error }
        throw error
      } finally {
        open.finished({ ...end, because: BY_A_PERSON })
      }
    },
  }
}

/** What cannot be looked at is in the way, which the plan says; there is nothing to lock. */
function resourceOrNone(resourceOf: Parts['resourceOf'], path: string): PathResource[] {
  try {
    return [resourceOf(path)]
  } catch {
    return []
  }
}
