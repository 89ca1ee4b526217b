import { z } from 'zod'
import { oneLine } from '../../base/visible.ts'
import { SESSION_STATES } from '../../contract/terminals.ts'
import { operation } from '../operation.ts'
import type { Sessions } from '../sessions/sessions.ts'

const COMMAND_CHARS = 80

export const listSessions = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'list_sessions',
    title: 'List terminals',
    description: 'Terminals and background commands.',
    effect: 'read',
    icon: 'terminal',
    input: z.strictObject({}),
    output: z.object({
      sessions: z.array(
        z.object({
          session_id: z.string(),
          command: z.string(),
          state: z.enum(SESSION_STATES),
          tty_name: z.string().nullable(),
          pid: z.int(),
          cwd: z.string(),
          exitCode: z.int().nullable(),
          end_index: z.int(),
        }),
      ),
    }),
    example: {},

    label: () => 'Listing terminals',

    run(_input, _touched, { caller }) {
      return {
        sessions: sessions.own.list(caller).map(({ id, command, state, tty, pid, cwdNow, exitCode, end }) => ({
          session_id: id,
          command,
          state,
          tty_name: tty,
          pid,
          cwd: cwdNow,
          exitCode,
          end_index: end,
        })),
      }
    },

    text({ sessions: own }) {
      if (own.length === 0) return 'There are none.'
      return own
        .map(({ session_id, state, command, exitCode }) => {
          const end = exitCode === null ? '' : ` (exit code ${exitCode})`
          return `${session_id} ${state}${end}: ${oneLine(command, COMMAND_CHARS)}`
        })
        .join('\n')
    },
  })
