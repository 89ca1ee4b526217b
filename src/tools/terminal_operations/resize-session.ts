import { z } from 'zod'
import { HostError } from '../../base/host-error.ts'
import { operation } from '../operation.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

const CELLS_MAX = 1_000

export const resizeSession = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'resize_session',
    title: 'Resize terminal',
    description: 'Change its size.',
    effect: 'write',
    icon: 'terminal',
    input: z.strictObject({ cols: z.int(), rows: z.int(), session_id: fields.sessionId }),
    output: z.object({ session_id: z.string(), cols: z.int(), rows: z.int() }),
    aliases: { session_id: fields.SESSION_ALIASES, cols: ['columns', 'width'], rows: ['height'] },
    example: { cols: 120, rows: 40 },

    label: ({ cols, rows }) => `Resizing terminal: ${cols} × ${rows}`,

    async run({ session_id, cols, rows }, _touched, { caller }) {
      const session = sessions.named(caller, session_id)
      if (Math.min(cols, rows) < 1 || Math.max(cols, rows) > CELLS_MAX) {
        throw new HostError('INVALID_PARAMETERS', `${cols} × ${rows} is no size of a terminal.`, {
          hint: `Columns and rows go from 1 to ${CELLS_MAX}.`,
        })
      }
      const now = await sessions.terminals.resize(session.id, cols, rows)
      return { session_id: now.id, cols: now.cols, rows: now.rows }
    },

    text: ({ cols, rows }) => `The terminal has ${cols} columns and ${rows} rows.`,
  })
