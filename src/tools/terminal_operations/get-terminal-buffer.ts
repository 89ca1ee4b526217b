import { z } from 'zod'
import { operation } from '../operation.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

export const getTerminalBuffer = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'get_terminal_buffer',
    title: 'Read screen',
    description: 'What its screen shows.',
    effect: 'read',
    icon: 'terminal',
    input: z.strictObject({ session_id: fields.sessionId }),
    output: z.object({
      session_id: z.string(),
      output: z.string(),
      cols: z.int(),
      rows: z.int(),
      cursor: z.object({ x: z.int(), y: z.int() }),
      title: z.string(),
      isAlternate: z.boolean(),
    }),
    aliases: { session_id: fields.SESSION_ALIASES },
    example: {},

    label: () => 'Reading the terminal screen',

    async run({ session_id }, _touched, { caller }) {
      const { id } = sessions.named(caller, session_id)
      const { lines, cols, rows, cursor, title, isAlternate } = await sessions.terminals.screen(id)
      return { session_id: id, output: lines.join('\n').trimEnd(), cols, rows, cursor, title, isAlternate }
    },

    text: ({ output }) => (output === '' ? '[the screen is empty]' : output),
  })
