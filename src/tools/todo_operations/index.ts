import type { Toolset } from '../operation.ts'
import { addTodos } from './add.ts'
import type { TodoServices } from './fields.ts'
import { readTodos } from './read.ts'
import { updateTodos } from './update.ts'
import { writeTodos } from './write.ts'

export const todoOperationsToolset = (services: TodoServices): Toolset => ({
  name: 'todo_operations',
  title: 'Todo Operations',
  summary: 'The plan, seen by the person. One todo in progress at a time.',
  category: 'todos',
  shape: 'grouped',
  operations: [readTodos(services), writeTodos(services), updateTodos(services), addTodos(services)],
})
