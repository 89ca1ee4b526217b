import { HostError } from '../base/host-error.ts'
import type { Because, Verdict } from '../contract/policy.ts'
import type { Resource } from '../contract/resources.ts'
import type { Caller } from '../contract/run.ts'
import type { Judge } from './judge.ts'
import type { Preparation } from './pipeline.ts'

export interface Explanation {
  readonly operation: string
  readonly label: string
  readonly verdict: Verdict
  readonly because: Because
  readonly trace: readonly (Because & { readonly verdict: Verdict })[]
  readonly resources: readonly Resource[]
}

export type Explain = (name: string, args: Readonly<Record<string, unknown>>, caller: Caller) => Promise<Explanation>

/** What the gate would say about a call, without making it. */
export function createExplain(preparation: Preparation, judge: Judge): Explain {
  return async (name, args, caller) => {
    const { entry, args: own } = preparation.resolve(name, args)
    const lookup = preparation.profileOf(caller.profile)
    if (!lookup.ok) throw new HostError('NOT_FOUND', lookup.reason, { hint: lookup.hint })
    const { profile } = lookup
    const place = preparation.placeOf(caller, profile)
    const prepared = await entry.operation.prepare(preparation.parse(entry, own), { caller, place })
    const { resources, label } = prepared
    const judgement = judge({ entry, caller, profile, resources, isApprovedOnce: false })
    return { operation: entry.id, label, ...judgement, resources }
  }
}
