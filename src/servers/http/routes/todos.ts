import { Hono } from 'hono'
import { z } from 'zod'
import type { TodoListSummary, TodoListView } from '../../../contract/todos.ts'
import { actor, body, type HttpContext, type HttpEnv, param } from '../http-env.ts'

type Changed = { readonly list: TodoListView; readonly changed: readonly number[] }
type Change = (key: string, items: readonly unknown[], version: number | undefined, by: string) => Changed

export interface TodoService {
  readonly lists: () => readonly TodoListSummary[]
  /** Throws NOT_FOUND when there is none. */
  readonly show: (key: string) => TodoListView
  readonly write: Change
  readonly update: Change
  readonly add: Change
  readonly remove: (key: string, by: string) => void
}

const listKey = z
  .string()
  .regex(/^(?:run\.[0-9a-f]{32}|board\.[A-Za-z0-9][A-Za-z0-9._-]{0,63})$/, 'is not the key of a list')
const version = z.int().min(0).optional()
const items = z.array(z.record(z.string(), z.unknown())).max(10_000)
export const writeTodosBody = z.strictObject({ todoList: items, version })
export const updateTodosBody = z.strictObject({ todoUpdates: items, version })
export const addTodosBody = z.strictObject({ newTodos: items, version })

export function todoRoutes(todos: TodoService) {
  const key = (c: HttpContext) => param(c, 'key', listKey)
  return new Hono<HttpEnv>()
    .get('/', (c) => c.json({ lists: todos.lists() }))
    .get('/:key', (c) => c.json(todos.show(key(c))))
    .post('/:key/write', async (c) => {
      const { todoList, version: known } = await body(c, writeTodosBody)
      return c.json(todos.write(key(c), todoList, known, actor(c)))
    })
    .post('/:key/update', async (c) => {
      const { todoUpdates, version: known } = await body(c, updateTodosBody)
      return c.json(todos.update(key(c), todoUpdates, known, actor(c)))
    })
    .post('/:key/add', async (c) => {
      const { newTodos, version: known } = await body(c, addTodosBody)
      return c.json(todos.add(key(c), newTodos, known, actor(c)))
    })
    .delete('/:key', (c) => {
      todos.remove(key(c), actor(c))
      return c.body(null, 204)
    })
}
