import type { Because } from '../../../src/contract/policy.ts'
import { Link } from '../../app/router.tsx'
import { Foreign } from '../../ui/text.tsx'

const RULE_STEPS: readonly Because['step'][] = ['deny_rule', 'ask_rule', 'allow_rule', 'grant']

/** Why it was let through, asked about or refused, with the way to the rule that said so. */
export function BecauseLine({ because }: { readonly because: Because }) {
  return (
    <p className="text-sm">
      <Foreign>{because.reason}</Foreign>{' '}
      {RULE_STEPS.includes(because.step) && (
        <Link href="/rules" className="text-accent-ink underline">
          Rules
        </Link>
      )}
    </p>
  )
}
