import type { Todo } from '../contract/todos.ts'
import type { Database } from '../storage/database.ts'
import type { StoredTodo } from './change.ts'

export interface ListRow {
  readonly key: string
  readonly board: string | null
  readonly client: string
  readonly version: number
  /** Who made the last change. */
  readonly owner: string
  readonly updatedAt: number
}

interface TodoRow {
  readonly body: string
  readonly version: number
  readonly owner: string
  readonly claim_run: string | null
}

export function createTodoStore(database: Database) {
  const columns = 'key, board, client, version, owner, updated_at as updatedAt'
  const find = database.prepare(`select ${columns} from todo_list where key = ?`)
  const newest = database.prepare(`select ${columns} from todo_list order by updated_at desc limit ?`)
  const count = database.prepare('select count(*) as count from todo_list')
  const save = database.prepare(
    `insert into todo_list (key, board, client, version, owner, updated_at) values (?, ?, ?, ?, ?, ?)
     on conflict (key) do update set version = excluded.version, owner = excluded.owner, updated_at = excluded.updated_at`,
  )
  const items = database.prepare('select body, version, owner, claim_run from todo where list = ? order by position')
  const put = database.prepare(
    `insert into todo (list, id, position, version, owner, claim_run, body) values (?, ?, ?, ?, ?, ?, ?)
     on conflict (list, id) do update set position = excluded.position, version = excluded.version,
       owner = excluded.owner, claim_run = excluded.claim_run, body = excluded.body`,
  )
  const removeItem = database.prepare('delete from todo where list = ? and id = ?')
  const removeItems = database.prepare('delete from todo where list = ?')
  const removeList = database.prepare('delete from todo_list where key = ?')
  const old = database.prepare('select key from todo_list where board is null and updated_at < ?')

  const remove = (key: string): boolean =>
    database.transaction(() => {
      removeItems.run(key)
      return removeList.run(key).changes > 0
    })

  return {
    find: (key: string) => find.get(key) as ListRow | undefined,
    newest: (limit: number) => newest.all(limit) as unknown as ListRow[],
    count: () => (count.get() as { count: number }).count,
    items: (key: string): StoredTodo[] =>
      (items.all(key) as unknown as TodoRow[]).map(({ body, version, owner, claim_run }) => ({
        // Written by us alone, below.
        todo: JSON.parse(body) as Todo,
        version,
        owner,
        claimRun: claim_run,
      })),
    /** Writes only what differs from `before`. */
    save: (row: ListRow, before: readonly StoredTodo[], after: readonly StoredTodo[]): void => {
      const places = new Map(before.map((stored, index) => [stored.todo.id, { stored, index }]))
      save.run(row.key, row.board, row.client, row.version, row.owner, row.updatedAt)
      after.forEach((stored, index) => {
        const known = places.get(stored.todo.id)
        places.delete(stored.todo.id)
        if (known?.stored === stored && known.index === index) return
        const { todo, version, owner, claimRun } = stored
        put.run(row.key, todo.id, index, version, owner, claimRun, JSON.stringify(todo))
      })
      for (const id of places.keys()) removeItem.run(row.key, id)
    },
    remove,
    prune: (before: number): void => {
      for (const { key } of old.all(before) as { key: string }[]) remove(key)
    },
  }
}
