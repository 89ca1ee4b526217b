import type { NewRule } from '../contract/rules.ts'

/** What a rule is about, in one line. */
export function aboutWhat({ match }: Pick<NewRule, 'match'>): string {
  const { path, access, command, host } = match
  if (path !== undefined) return access === undefined ? path : `${path} (${access})`
  if (command === undefined) return host ?? access ?? 'anything'
  const { program, subcommand, flags, operands, extras } = command
  const list = (words: '*' | readonly string[]) => (words === '*' ? ['*'] : words)
  const to = host === undefined ? [] : [`to ${host}`]
  const along = extras.length === 0 ? [] : ['with', ...extras]
  return ['$', program, ...subcommand, ...list(flags), ...list(operands), ...along, ...to].join(' ')
}

/** What it says, without where and when: `allow file_operations.create_file on /notes/*`. */
export function ruleText(rule: Pick<NewRule, 'effect' | 'operation' | 'match'>): string {
  return `${rule.effect} ${rule.operation} on ${aboutWhat(rule)}`
}
