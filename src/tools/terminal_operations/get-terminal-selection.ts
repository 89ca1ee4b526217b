import { z } from 'zod'
import { operation } from '../operation.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

export const getTerminalSelection = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'get_terminal_selection',
    title: 'Selected text',
    description: 'What the person selected in it.',
    effect: 'read',
    icon: 'terminal',
    input: z.strictObject({ session_id: fields.sessionId }),
    output: z.object({ session_id: z.string(), output: z.string() }),
    aliases: { session_id: fields.SESSION_ALIASES },
    example: {},

    label: () => 'Reading the selection',

    run({ session_id }, _touched, { caller }) {
      const { id } = sessions.named(caller, session_id)
      return { session_id: id, output: sessions.terminals.selection(id) }
    },

    text: ({ output }) => (output === '' ? 'Nothing is selected.' : output),
  })
