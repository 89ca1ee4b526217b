import type { Database } from '../storage/database.ts'

export interface PromptRow {
  readonly id: string
  readonly kind: 'system' | 'mini'
  readonly body: string
  readonly created_at: number
  readonly updated_at: number
}

export function createPromptStore(database: Database) {
  const list = database.prepare('select * from prompt where kind = ? order by created_at, id')
  const find = database.prepare('select * from prompt where id = ?')
  const count = database.prepare('select count(*) as count from prompt')
  const save = database.prepare(
    `insert into prompt (id, kind, body, created_at, updated_at) values (?, ?, ?, ?, ?)
     on conflict (id) do update set body = excluded.body, updated_at = excluded.updated_at`,
  )
  const remove = database.prepare('delete from prompt where id = ?')
  const choices = database.prepare('select prompt, owner from prompt_choice order by at desc limit 10000')
  const choose = database.prepare('insert or replace into prompt_choice (prompt, owner, at) values (?, ?, ?)')
  const unchoose = database.prepare('delete from prompt_choice where prompt = ? and owner = ?')
  const forget = database.prepare('delete from prompt_choice where prompt = ?')

  return {
    list: (kind: PromptRow['kind']) => list.all(kind) as unknown as PromptRow[],
    find: (id: string) => find.get(id) as PromptRow | undefined,
    count: () => (count.get() as { count: number }).count,
    save: (row: PromptRow) => save.run(row.id, row.kind, row.body, row.created_at, row.updated_at),
    remove: (id: string): boolean => {
      forget.run(id)
      return remove.run(id).changes > 0
    },
    choices: () => choices.all() as unknown as { prompt: string; owner: string }[],
    choose: (prompt: string, owner: string, isOn: boolean, at: number) =>
      isOn ? choose.run(prompt, owner, at) : unchoose.run(prompt, owner),
  }
}
