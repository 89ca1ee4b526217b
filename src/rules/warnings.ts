import { isDeepStrictEqual } from 'node:util'
import type { NewRule, RuleView, RuleWarning } from '../contract/rules.ts'
import { compileGlob } from './glob.ts'

const STRICTNESS = ['allow', 'ask', 'deny'] as const

/** What a person should know before saving: it is there already, it can never count, or it covers everything. */
export function warningsFor(rule: NewRule, others: readonly RuleView[]): RuleWarning[] {
  const warnings: RuleWarning[] = []
  const twin = others.find((other) => isDeepStrictEqual(essence(other), essence(rule)))
  if (twin !== undefined) {
    warnings.push({ kind: 'duplicate', message: `Rule ${twin.id} says the same already.`, by: twin.id })
  }
  const shadow = others.find((other) => isStricter(other, rule) && covers(other, rule))
  if (shadow !== undefined) {
    const message = `Rule ${shadow.id} (${shadow.effect}) covers everything that this one matches, so it never counts.`
    warnings.push({ kind: 'shadowed', message, by: shadow.id })
  }
  if (rule.operation === '*' && isEmpty(rule.match) && isEmpty(rule.where)) {
    const message = `This rule matches every call of every client: it would ${rule.effect} everything but what is critical.`
    warnings.push({ kind: 'matches-everything', message, by: null })
  }
  return warnings
}

function essence({ effect, operation, match, where, when, expiresAt, maxUses }: NewRule) {
  return { effect, operation, match, where, when, expiresAt, maxUses }
}

function isStricter(a: NewRule, b: NewRule): boolean {
  return STRICTNESS.indexOf(a.effect) > STRICTNESS.indexOf(b.effect)
}

/** Conservative: true only when it is certain. */
function covers(wide: NewRule, narrow: NewRule): boolean {
  if (wide.expiresAt !== null || wide.maxUses !== null || !isEmpty(wide.when)) return false
  if (wide.operation !== '*' && wide.operation !== narrow.operation) {
    if (!(wide.operation.endsWith('.*') && narrow.operation.startsWith(wide.operation.slice(0, -1)))) return false
  }
  if (!Object.entries(wide.where).every(([key, value]) => narrow.where[key as keyof NewRule['where']] === value))
    return false
  if (wide.match.command !== undefined) return isDeepStrictEqual(wide.match, narrow.match)
  if (wide.match.host !== undefined && wide.match.host !== narrow.match.host) return false
  return wide.match.path === undefined || coversPath(wide.match.path, narrow.match.path)
}

function coversPath(wide: string, narrow: string | undefined): boolean {
  if (narrow === undefined) return false
  if (wide === narrow) return true
  if (!wide.endsWith('/**')) return compileGlob(wide).matches(narrow) && !/[*?{]/.test(narrow)
  const base = wide.slice(0, -3)
  return !/[*?{]/.test(base) && (compileGlob(narrow).base + '/').startsWith(`${base}/`)
}

function isEmpty(value: object): boolean {
  return Object.values(value).every((item) => item === undefined)
}
