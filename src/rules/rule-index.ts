import type { RuleSubject, RuleView } from '../contract/rules.ts'
import { hostAnchor, hostAnchors } from './match-host.ts'
import type { CompiledRule } from './match-rule.ts'

export interface RuleIndex {
  readonly add: (rule: CompiledRule<RuleView>) => void
  readonly remove: (rule: CompiledRule<RuleView>) => void
  /** Rules that can match at all; few, however many there are. */
  readonly candidates: (subject: RuleSubject) => Iterable<CompiledRule<RuleView>>
}

/** Finds rules by operation and by where their pattern starts, so that a decision does not slow down with their number. */
export function createRuleIndex(): RuleIndex {
  const byKey = new Map<string, Set<CompiledRule<RuleView>>>()
  return {
    add: (rule) => {
      const key = keyOf(rule.rule.operation, anchorOf(rule))
      const rules = byKey.get(key) ?? new Set()
      rules.add(rule)
      byKey.set(key, rules)
    },
    remove: (rule) => {
      byKey.get(keyOf(rule.rule.operation, anchorOf(rule)))?.delete(rule)
    },
    *candidates(subject) {
      for (const operation of patternsOf(subject.operation)) {
        for (const anchor of anchorsOf(subject)) yield* byKey.get(keyOf(operation, anchor)) ?? []
      }
    },
  }
}

function keyOf(operation: string, anchor: string): string {
  return `${operation}\0${anchor}`
}

function anchorOf({ rule, glob }: CompiledRule): string {
  if (glob !== null) return `path ${glob.base}`
  const { command, host } = rule.match
  if (command !== undefined) return `command ${command.program}`
  return host === undefined ? '' : `host ${hostAnchor(host)}`
}

function patternsOf(operation: string): string[] {
  const dot = operation.indexOf('.')
  return dot < 0 ? [operation, '*'] : [operation, `${operation.slice(0, dot)}.*`, '*']
}

/** No anchor, and everything a pattern for this resource could start from. */
function anchorsOf({ resource }: RuleSubject): string[] {
  if (resource === null) return ['']
  const hosts = (names: readonly string[]) => names.flatMap(hostAnchors).map((anchor) => `host ${anchor}`)
  if (resource.kind === 'url') return ['', ...hosts([resource.host])]
  if (resource.kind === 'command') return ['', `command ${resource.program ?? ''}`, ...hosts(resource.hosts)]
  const anchors = ['', `path ${resource.path}`]
  for (let at = resource.path.lastIndexOf('/'); at > 0; at = resource.path.lastIndexOf('/', at - 1)) {
    anchors.push(`path ${resource.path.slice(0, at)}`)
  }
  anchors.push('path /')
  return anchors
}
