import type { DigestEdited } from '../approvals/approvals.ts'
import { HostError } from '../base/host-error.ts'
import { callerOf } from '../contract/run.ts'
import type { Catalog } from '../tools/catalog.ts'
import { digestOf } from './digest.ts'
import type { Preparation } from './pipeline.ts'

interface Parts {
  readonly catalog: () => Catalog
  readonly preparation: Preparation
  readonly identityOf: (directory: string) => string
}

/** Edited arguments are validated, prepared and digested like any call, before the approval of them counts. */
export function createDigestEdited({ catalog, preparation, identityOf }: Parts): DigestEdited {
  return async (approval, principal, args) => {
    const entry = catalog().byId.get(approval.operation)
    const lookup = preparation.profileOf(approval.profile)
    if (entry === undefined || !lookup.ok) {
      throw new HostError('CONFLICT', `${approval.operation} cannot be prepared any more.`, {
        hint: lookup.ok ? 'The tool is gone.' : lookup.reason,
      })
    }
    const caller = callerOf(principal, approval.runId)
    const input = preparation.parse(entry, args)
    const prepared = await entry.operation.prepare(input, {
      caller,
      place: preparation.placeOf(caller, lookup.profile),
    })
    return digestOf(entry.id, input, prepared, caller, identityOf(caller.workdir))
  }
}
