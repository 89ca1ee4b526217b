import type { Clock } from '../base/clock.ts'
import { HostError } from '../base/host-error.ts'
import type { NewId } from '../base/ids.ts'
import type { NewRule, RuleSubject, RuleView, RuleWarning } from '../contract/rules.ts'
import type { Events } from '../events/events.ts'
import type { Database } from '../storage/database.ts'
import { assertExamples, type ReadCommand } from './examples.ts'
import { type CompiledRule, compileRule } from './match-rule.ts'
import { createRuleIndex } from './rule-index.ts'
import { createRuleStore } from './store.ts'
import { warningsFor } from './warnings.ts'

/** With what it says in words. */
export type MatchedRule = RuleView & { readonly text: string }

export interface RuleMatch {
  readonly deny?: MatchedRule
  readonly ask?: MatchedRule
  readonly allow?: MatchedRule
}

export interface Rules {
  /** Saves a rule whose examples hold. It counts from the next decision on. */
  readonly make: (rule: NewRule, source: string) => RuleView
  /** What a person should know about a rule before it is saved. */
  readonly warnings: (rule: NewRule) => RuleWarning[]
  /** The newest matching rule of each effect. The cost does not grow with the number of rules. */
  readonly match: (subject: RuleSubject) => RuleMatch
  /** Counts a use; false when the rule has none left. Call it in the transaction that writes the intent. */
  readonly spend: (id: string) => boolean
  readonly list: () => RuleView[]
  readonly revoke: (id: string, by: string) => void
  readonly close: () => void
}

interface Parts {
  readonly database: Database
  readonly events: Events
  readonly clock: Clock
  readonly newId: NewId
  readonly readCommand: ReadCommand
}

interface Live {
  readonly compiled: CompiledRule<RuleView>
  uses: number
  lastUsedAt: number | null
  isDirty: boolean
}

export function createRules({ database, events, clock, newId, readCommand }: Parts): Rules {
  const store = createRuleStore(database)
  const index = createRuleIndex()
  const live = new Map<string, Live>()

  const add = (rule: RuleView): void => {
    const compiled = compileRule(rule)
    live.set(rule.id, { compiled, uses: rule.uses, lastUsedAt: rule.lastUsedAt, isDirty: false })
    index.add(compiled)
  }
  for (const rule of store.all()) add(rule)

  const view = ({ compiled, uses, lastUsedAt }: Live): RuleView => ({ ...compiled.rule, uses, lastUsedAt })
  const hasUsesLeft = ({ rule }: CompiledRule<RuleView>): boolean =>
    rule.maxUses === null || (live.get(rule.id)?.uses ?? 0) < rule.maxUses

  const drop = (id: string): void => {
    const rule = live.get(id)
    if (rule === undefined) return
    live.delete(id)
    index.remove(rule.compiled)
  }

  return {
    make: (input, source) => {
      compileRule(input)
      assertExamples(input, readCommand)
      const rule: RuleView = { ...input, id: newId('rule'), source, createdAt: clock.now(), uses: 0, lastUsedAt: null }
      database.transaction(() => {
        store.insert(rule)
        events.append({ type: 'rule.made', subject: rule.id, operation: rule.operation, body: { ...rule } })
        add(rule)
        database.afterRollback(() => drop(rule.id))
      })
      return rule
    },
    warnings: (rule) => warningsFor(rule, [...live.values()].map(view)),
    match: (subject) => {
      if (live.size === 0) return {}
      const now = clock.now()
      const found: { deny?: MatchedRule; ask?: MatchedRule; allow?: MatchedRule } = {}
      for (const compiled of index.candidates(subject)) {
        const known = found[compiled.rule.effect]
        if (known !== undefined && known.createdAt >= compiled.rule.createdAt) continue
        if (!compiled.matches(subject, now) || !hasUsesLeft(compiled)) continue
        found[compiled.rule.effect] = { ...compiled.rule, text: compiled.text }
      }
      return found
    },
    spend: (id) => {
      const rule = live.get(id)
      if (rule === undefined) return false
      const now = clock.now()
      if (rule.compiled.rule.maxUses !== null && !store.spend(id, now)) return false
      rule.uses += 1
      rule.lastUsedAt = now
      rule.isDirty = rule.compiled.rule.maxUses === null
      return true
    },
    list: () => [...live.values()].map(view),
    revoke: (id, by) => {
      const rule = live.get(id)
      if (rule === undefined)
        throw new HostError('NOT_FOUND', `There is no rule ${id}.`, { hint: 'List them: upperhand rules ls' })
      database.transaction(() => {
        store.drop(id)
        events.append({ type: 'rule.ended', subject: id, operation: rule.compiled.rule.operation, body: { by } })
      })
      drop(id)
    },
    close: () => {
      for (const [id, { uses, lastUsedAt, isDirty }] of live) {
        if (isDirty && lastUsedAt !== null) store.setUses(id, uses, lastUsedAt)
      }
    },
  }
}
