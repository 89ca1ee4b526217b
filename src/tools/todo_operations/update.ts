import { z } from 'zod'
import { todoPlace } from '../../todos/todos.ts'
import { operation } from '../operation.ts'
import { changeAnswer, changeOutput, changeText } from './answer.ts'
import * as fields from './fields.ts'

export const updateTodos = ({ todos }: fields.TodoServices) =>
  operation({
    name: 'update',
    title: 'Update todos',
    description: 'Mark in-progress before work, completed right after.',
    effect: 'write',
    icon: 'checklist',
    input: z.strictObject({ todoUpdates: fields.todoUpdates, board: fields.board, version: fields.version }),
    output: changeOutput,
    aliases: { todoUpdates: ['todo_updates', 'updates'] },
    example: { todoUpdates: [{ id: 1, status: 'completed' }] },
    label: ({ todoUpdates }) => `Updating ${todoUpdates.length} ${todoUpdates.length === 1 ? 'todo' : 'todos'}`,
    run: ({ todoUpdates, board, version }, _touched, { caller }) =>
      changeAnswer(todos.update(todoPlace(caller, board), todoUpdates, version)),
    text: changeText,
    bound: 'windowed',
  })
