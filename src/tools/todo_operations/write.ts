import { z } from 'zod'
import { todoPlace } from '../../todos/todos.ts'
import { operation } from '../operation.ts'
import { changeAnswer, changeOutput, changeText } from './answer.ts'
import * as fields from './fields.ts'

export const writeTodos = ({ todos }: fields.TodoServices) =>
  operation({
    name: 'write',
    title: 'Write todos',
    description: 'Replace all; completed ones stay.',
    effect: 'write',
    icon: 'checklist',
    input: z.strictObject({ todoList: fields.todoList, board: fields.board, version: fields.version }),
    output: changeOutput,
    aliases: { todoList: ['todo_list', 'todos'] },
    example: { todoList: [{ id: 1, title: 'Read the code', status: 'in-progress' }] },
    label: ({ todoList }) => `Writing ${todoList.length} ${todoList.length === 1 ? 'todo' : 'todos'}`,
    run: ({ todoList, board, version }, _touched, { caller }) =>
      changeAnswer(todos.write(todoPlace(caller, board), todoList, version)),
    text: changeText,
    bound: 'windowed',
  })
