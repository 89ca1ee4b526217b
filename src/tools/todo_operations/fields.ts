import { z } from 'zod'
import { TODO_PRIORITIES, TODO_STATUSES } from '../../contract/todos.ts'
import type { Todos } from '../../todos/todos.ts'

export interface TodoServices {
  readonly todos: Todos
}

/**
 * Items are checked by the service, which names each one that is wrong. Their fields are published once, with the list;
 * the others refer to it, because every word costs tokens in every list of tools.
 */
const item = z.unknown().meta({
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: { type: 'string' },
    description: { type: 'string' },
    status: { enum: TODO_STATUSES },
    priority: { enum: TODO_PRIORITIES },
    dependencies: { type: 'array', items: { type: 'integer' } },
    canRunParallel: { type: 'boolean' },
    parallelGroup: { type: 'string' },
    progress: { type: 'number' },
    blockedReason: { type: 'string' },
    subtasks: { type: 'array', items: { type: 'object' }, description: '{title, completed}' },
    estimate: { type: 'number', description: 'Minutes.' },
    claim: { type: 'boolean' },
    evidence: { type: 'array', items: { type: 'string' }, description: 'Call ids, commits.' },
  },
})
const alike = z.unknown().meta({ type: 'object' })

export const todoList = z.array(item)
export const todoUpdates = z.array(alike).min(1).describe('id and changed fields.')
export const newTodos = z.array(alike).min(1).describe('As todoList; ids are assigned.')
export const board = z.string().optional().describe('A shared list; else this run\u2019s own.')
export const version = z.int().min(0).optional().describe('Refuse if it changed since.')
