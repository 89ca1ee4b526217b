import type { PrepareEdited } from '../approvals/edits.ts'
import { HostError } from '../base/host-error.ts'
import { callerOf } from '../contract/run.ts'
import type { Catalog } from '../tools/catalog.ts'
import { cardOf } from './card.ts'
import { digestOf } from './digest.ts'
import type { Judge } from './judge.ts'
import type { Preparation } from './pipeline.ts'

interface Parts {
  readonly catalog: () => Catalog
  readonly preparation: Preparation
  readonly judge: Judge
  readonly identityOf: (directory: string) => string
}

/** Edited arguments are validated, prepared, digested and judged like any call, before the approval of them counts. */
export function createPrepareEdited({ catalog, preparation, judge, identityOf }: Parts): PrepareEdited {
  return async (approval, principal, args) => {
    const entry = catalog().byId.get(approval.operation)
    const lookup = preparation.profileOf(approval.profile)
    if (entry === undefined || !lookup.ok) {
      throw new HostError('CONFLICT', `${approval.operation} cannot be prepared any more.`, {
        hint: lookup.ok ? 'The tool is gone.' : lookup.reason,
      })
    }
    const { profile } = lookup
    const caller = callerOf(principal, approval.runId)
    const input = preparation.parse(entry, args)
    const prepared = await entry.operation.prepare(input, { caller, place: preparation.placeOf(caller, profile) })
    const editedDigest = digestOf(entry.id, input, prepared, caller, identityOf(caller.workdir))
    const judgement = judge({ entry, caller, profile, resources: prepared.resources, isApprovedOnce: false })
    const card = await cardOf({ entry, caller, input, prepared, digest: editedDigest, judgement })
    const { title, label, details, icon, cwd, risk, because, resources, preview } = card
    return {
      editedDigest,
      verdict: judgement.verdict,
      args: input,
      title,
      label,
      details,
      icon,
      cwd,
      risk,
      because,
      resources,
      preview,
    }
  }
}
