import { type NewRule, newRuleSchema, type RuleView } from '../contract/rules.ts'
import type { Database } from '../storage/database.ts'

interface RuleRow {
  readonly id: string
  readonly body: string
  readonly source: string
  readonly created_at: number
  readonly max_uses: number | null
  readonly uses: number
  readonly last_used_at: number | null
}

export function createRuleStore(database: Database) {
  const insert = database.prepare('insert into rule (id, body, source, created_at, max_uses) values (?, ?, ?, ?, ?)')
  const drop = database.prepare('delete from rule where id = ?')
  const all = database.prepare('select * from rule order by created_at, id')
  const spend = database.prepare(
    'update rule set uses = uses + 1, last_used_at = ? where id = ? and (max_uses is null or uses < max_uses)',
  )
  const setUses = database.prepare('update rule set uses = ?, last_used_at = ? where id = ?')
  return {
    insert: ({ id, source, createdAt, uses: _uses, lastUsedAt: _last, ...rule }: RuleView) =>
      insert.run(id, JSON.stringify(rule), source, createdAt, rule.maxUses),
    drop: (id: string) => drop.run(id),
    all: (): RuleView[] => (all.all() as unknown as RuleRow[]).map(toView),
    /** True for exactly as many callers as the rule has uses. */
    spend: (id: string, now: number): boolean => Number(spend.run(now, id).changes) === 1,
    setUses: (id: string, uses: number, lastUsedAt: number) => setUses.run(uses, lastUsedAt, id),
  }
}

function toView(row: RuleRow): RuleView {
  const rule: NewRule = newRuleSchema.parse(JSON.parse(row.body))
  return {
    ...rule,
    id: row.id,
    source: row.source,
    createdAt: row.created_at,
    uses: row.uses,
    lastUsedAt: row.last_used_at,
  }
}
