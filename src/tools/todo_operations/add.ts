import { z } from 'zod'
import { todoPlace } from '../../todos/todos.ts'
import { operation } from '../operation.ts'
import { changeAnswer, changeOutput, changeText } from './answer.ts'
import * as fields from './fields.ts'

export const addTodos = ({ todos }: fields.TodoServices) =>
  operation({
    name: 'add',
    title: 'Add todos',
    description: 'Append.',
    effect: 'write',
    icon: 'checklist',
    input: z.strictObject({ newTodos: fields.newTodos, board: fields.board, version: fields.version }),
    output: changeOutput,
    aliases: { newTodos: ['new_todos'] },
    example: { newTodos: [{ title: 'Write the summary', description: 'One page.' }] },
    label: ({ newTodos }) => `Adding ${newTodos.length} ${newTodos.length === 1 ? 'todo' : 'todos'}`,
    run: ({ newTodos, board, version }, _touched, { caller }) =>
      changeAnswer(todos.add(todoPlace(caller, board), newTodos, version)),
    text: changeText,
    bound: 'windowed',
  })
