import { z } from 'zod'
import { todoPlace } from '../../todos/todos.ts'
import { operation } from '../operation.ts'
import { listAnswer, listOutput, listText } from './answer.ts'
import * as fields from './fields.ts'

export const readTodos = ({ todos }: fields.TodoServices) =>
  operation({
    name: 'read',
    title: 'Read todos',
    description: 'With statistics.',
    effect: 'read',
    icon: 'checklist',
    input: z.strictObject({ board: fields.board, offset: z.int().optional() }),
    output: listOutput,
    example: {},
    label: ({ board }) => (board === undefined ? 'Reading todos' : `Reading todos of ${board}`),
    run: ({ board, offset }, _touched, { caller }) =>
      listAnswer(todos.read(todoPlace(caller, board)), Math.max(0, offset ?? 0)),
    text: listText,
    bound: 'windowed',
  })
