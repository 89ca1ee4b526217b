import { sep } from 'node:path'
import type { Access, CommandResource } from '../contract/resources.ts'
import { type CommandMatch, type NewRule, type RuleSubject, WEEKDAYS } from '../contract/rules.ts'
import { compileGlob, type Glob } from './glob.ts'
import { matchesHost } from './match-host.ts'
import { ruleText } from './rule-text.ts'

export interface CompiledRule<R extends NewRule = NewRule> {
  readonly rule: R
  readonly glob: Glob | null
  readonly text: string
  readonly matches: (subject: RuleSubject, now: number) => boolean
}

/** Throws INVALID_PARAMETERS when the rule cannot be understood. */
export function compileRule<R extends NewRule>(rule: R): CompiledRule<R> {
  const glob = rule.match.path === undefined ? null : compileGlob(rule.match.path)
  return {
    rule,
    glob,
    text: ruleText(rule),
    matches: (subject, now) =>
      matchesOperation(rule.operation, subject.operation) &&
      matchesResource(glob, rule.match, subject, rule.effect === 'allow') &&
      matchesHost(rule, subject.resource) &&
      matchesPlace(rule, subject) &&
      isInForce(rule, now),
  }
}

function matchesOperation(pattern: string, operation: string): boolean {
  if (pattern === '*' || pattern === operation) return true
  return pattern.endsWith('.*') && operation.startsWith(pattern.slice(0, -1))
}

const ACCESSES: readonly Access[] = ['read', 'write', 'destroy']

function isReached(wanted: Access, given: Access, isAllowing: boolean): boolean {
  const more = ACCESSES.indexOf(given) - ACCESSES.indexOf(wanted)
  return isAllowing ? more <= 0 : more >= 0
}

function matchesResource(
  glob: Glob | null,
  { command, access }: NewRule['match'],
  { resource }: RuleSubject,
  isAllowing: boolean,
): boolean {
  if (glob !== null && !(resource?.kind === 'path' && glob.matches(resource.path))) return false
  if (access !== undefined && !(resource?.kind === 'path' && isReached(access, resource.access, isAllowing)))
    return false
  return command === undefined || (resource?.kind === 'command' && matchesCommand(command, resource, isAllowing))
}

/**
 * What allows covers what it names and nothing more. What asks or refuses covers everything that has all of what it
 * names, and also what may turn out to have it.
 */
function matchesCommand(wanted: CommandMatch, given: CommandResource, isAllowing: boolean): boolean {
  if (given.program !== wanted.program) return false
  if (!isAllowing) return mayBe(wanted, given)
  if (!given.isCertain || !isSame(wanted.subcommand, given.subcommand)) return false
  if (wanted.flags !== '*' && !isWithin(given.flags, wanted.flags)) return false
  if (!isWithin(given.extras, wanted.extras)) return false
  return wanted.operands === '*' || isSame(wanted.operands, given.operands)
}

function mayBe(wanted: CommandMatch, given: CommandResource): boolean {
  const own = given.subcommand.slice(0, wanted.subcommand.length)
  if (!isSame(wanted.subcommand.slice(0, own.length), own)) return false
  if (!given.isCertain) return true
  if (own.length < wanted.subcommand.length || !isWithin(wanted.extras, given.extras)) return false
  if (wanted.flags !== '*' && !isWithin(wanted.flags, given.flags)) return false
  return wanted.operands === '*' || isWithin(wanted.operands, given.operands)
}

function isWithin(some: readonly string[], all: readonly string[]): boolean {
  return some.every((item) => all.includes(item))
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}

function matchesPlace({ where }: NewRule, { profile, client, runId, workdir }: RuleSubject): boolean {
  if (where.profile !== undefined && where.profile !== profile) return false
  if (where.client !== undefined && where.client !== client) return false
  if (where.run !== undefined && where.run !== runId) return false
  const { project } = where
  return (
    project === undefined || workdir === project || workdir.startsWith(project.endsWith(sep) ? project : project + sep)
  )
}

function isInForce({ expiresAt, when }: NewRule, now: number): boolean {
  if (expiresAt !== null && now >= expiresAt) return false
  if (when.days === undefined && when.from === undefined && when.to === undefined) return true
  const date = new Date(now)
  const day = WEEKDAYS[(date.getDay() + 6) % 7]
  if (when.days !== undefined && (day === undefined || !when.days.includes(day))) return false
  const clock = `${String(date.getHours()).padStart(2, '0')}:${String(date.getMinutes()).padStart(2, '0')}`
  const from = when.from ?? '00:00'
  const to = when.to ?? '24:00'
  // A span such as 22:00 to 06:00 goes over midnight.
  return from <= to ? clock >= from && clock < to : clock >= from || clock < to
}
