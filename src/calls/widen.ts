import type { OnApproved } from '../approvals/approvals.ts'
import type { Grants } from '../approvals/grants.ts'
import type { Limits } from '../base/limits.ts'
import { resourceKey } from '../contract/resources.ts'
import { candidatesFor } from '../rules/candidates.ts'
import type { Rules } from '../rules/rules.ts'

/** What "5 minutes", "this run" and "by rule" mean: the same operation on the same resources, nothing wider. */
export function createWiden({ grants, rules, limits }: { grants: Grants; rules: Rules; limits: Limits }): OnApproved {
  return (approval, _principal, scope, forMs) => {
    const { operation, runId, profile, resources } = approval
    if (scope === 'once') return
    if (scope === 'rule') {
      const [narrowest] = candidatesFor(approval)
      for (const rule of narrowest?.rules ?? []) rules.make(rule, `approval ${approval.id}`)
      return
    }
    for (const resource of resources.length === 0 ? [null] : resources) {
      const time = scope === 'minutes' ? { ms: forMs ?? limits.grantMs } : {}
      grants.make({ operation, path: resourceKey(resource), runId, profile, scope, approvalId: approval.id, ...time })
    }
  }
}
