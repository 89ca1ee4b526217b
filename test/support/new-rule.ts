import { type NewRule, newRuleSchema } from '../../src/contract/rules.ts'

/** A rule as a person writes it, with everything else at its default. */
export function newRule(rule: Partial<Record<keyof NewRule, unknown>>): NewRule {
  return newRuleSchema.parse({ effect: 'allow', operation: 'files.write', ...rule })
}
