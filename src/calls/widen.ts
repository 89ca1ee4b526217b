import type { OnApproved } from '../approvals/approvals.ts'
import type { Grants } from '../approvals/grants.ts'
import type { Rules } from '../approvals/rules.ts'
import type { Limits } from '../base/limits.ts'

/** What "5 minutes", "this run" and "by rule" mean: the same operation on the same resources, nothing wider. */
export function createWiden({ grants, rules, limits }: { grants: Grants; rules: Rules; limits: Limits }): OnApproved {
  return (approval, _principal, scope, forMs) => {
    const paths = approval.resources.length === 0 ? [null] : approval.resources.map(({ path }) => path)
    for (const path of paths) {
      if (scope === 'rule') {
        rules.make({
          effect: 'allow',
          operation: approval.operation,
          path,
          profile: approval.profile,
          source: `approval ${approval.id}`,
          message: null,
        })
      } else if (scope !== 'once') {
        grants.make({
          operation: approval.operation,
          path,
          runId: approval.runId,
          profile: approval.profile,
          scope,
          approvalId: approval.id,
          ...(scope === 'minutes' ? { ms: forMs ?? limits.grantMs } : {}),
        })
      }
    }
  }
}
