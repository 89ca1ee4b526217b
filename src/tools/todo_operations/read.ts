import { z } from 'zod'
import { todoPlace } from '../../todos/todos.ts'
import { operation } from '../operation.ts'
import { listAnswer, listOutput, listText } from './answer.ts'
import * as fields from './fields.ts'

export const readTodos = ({ todos }: fields.TodoServices) =>
  operation({
    name: 'read',
    title: 'Read todos',
    description: 'The list with statistics.',
    effect: 'read',
    icon: 'checklist',
    input: z.strictObject({ board: fields.board, offset: z.int().min(0).default(0) }),
    output: listOutput,
    example: {},
    label: ({ board }) => (board === undefined ? 'Reading todos' : `Reading todos of ${board}`),
    run: ({ board, offset }, _touched, { caller }) => listAnswer(todos.read(todoPlace(caller, board)), offset),
    text: listText,
    bound: 'windowed',
  })
