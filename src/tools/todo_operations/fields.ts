import { z } from 'zod'
import { TODO_PRIORITIES, TODO_STATUSES } from '../../contract/todos.ts'
import type { Todos } from '../../todos/todos.ts'

export interface TodoServices {
  readonly todos: Todos
}

/**
 * Items are checked by the service, which names each one that is wrong. What they hold is said once, in words: as a
 * schema it would cost three times as many tokens in every list of tools.
 */
const item = z.unknown().meta({ type: 'object' })
const ITEM = `{id, title, status: ${TODO_STATUSES.join('|')}; optional description, priority: ${TODO_PRIORITIES.join('|')}, dependencies, canRunParallel, parallelGroup, progress 0-1, blockedReason, subtasks [{title, completed}], estimate (min), claim, evidence [call id, commit]}`

export const todoList = z.array(item).describe(ITEM)
export const todoUpdates = z.array(item).describe('id and what changes')
export const newTodos = z.array(item).describe('without ids')
export const board = z.string().optional().describe('a shared list')
export const version = z.int().optional().describe('refuse if changed since')
