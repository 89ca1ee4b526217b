import type { NewRule } from '../contract/rules.ts'
import { ruleText } from '../rules/rule-text.ts'
import { moment } from './output.ts'

/** Where and when it counts; empty when always. */
export function underWhat({ where, when, expiresAt, maxUses }: NewRule): string {
  const parts = [
    where.profile === undefined ? '' : `profile ${where.profile}`,
    where.project === undefined ? '' : `in ${where.project}`,
    where.client === undefined ? '' : `client ${where.client}`,
    where.run === undefined ? '' : `run ${where.run}`,
    when.days === undefined ? '' : when.days.join(' '),
    when.from === undefined && when.to === undefined ? '' : `${when.from ?? '00:00'} to ${when.to ?? '24:00'}`,
    expiresAt === null ? '' : `until ${moment(expiresAt)}`,
    maxUses === null ? '' : `at most ${maxUses} times`,
  ]
  return parts.filter((part) => part !== '').join(', ')
}

/** The whole rule in one line: `allow file_operations.create_file on /notes/* (in /home/me/shop)`. */
export function ruleSentence(rule: NewRule): string {
  const under = underWhat(rule)
  return `${ruleText(rule)}${under === '' ? '' : ` (${under})`}`
}
