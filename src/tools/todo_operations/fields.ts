import { z } from 'zod'
import { TODO_STATUSES } from '../../contract/todos.ts'
import type { Todos } from '../../todos/todos.ts'

export interface TodoServices {
  readonly todos: Todos
}

/**
 * Items are checked by the service, which names each one that is wrong and what is allowed. What they hold is said once,
 * in words: as a schema it would cost three times as many tokens in every list of tools.
 */
const item = z.unknown().meta({ type: 'object' })
const ITEM = `{id, title, status: ${TODO_STATUSES.join('|')}, description?, priority?, dependencies?, canRunParallel?, parallelGroup?, progress?, blockedReason?, subtasks?, estimate?, claim?, evidence?}`

export const todoList = z.array(item).describe(ITEM)
export const todoUpdates = z.array(item)
export const newTodos = z.array(item)
export const board = z.string().optional().describe('a shared list')
export const version = z.int().optional()
