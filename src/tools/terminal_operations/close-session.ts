import { z } from 'zod'
import { operation } from '../operation.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

export const closeSession = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'close_session',
    title: 'Close terminal',
    description: 'End it with everything it started.',
    effect: 'write',
    icon: 'stop',
    input: z.strictObject({ session_id: fields.sessionId }),
    output: z.object({ session_id: z.string(), closed: z.boolean(), exitCode: z.int().nullable() }),
    aliases: { session_id: fields.SESSION_ALIASES },
    example: {},

    label: () => 'Closing terminal session',

    async run({ session_id }, _touched, { caller }) {
      const session = sessions.named(caller, session_id)
      if (session.endedAt !== null) return { session_id: session.id, closed: false, exitCode: session.exitCode }
      const { exitCode } = await sessions.terminals.stop(session.id)
      return { session_id: session.id, closed: true, exitCode }
    },

    text: ({ closed }) => (closed ? 'Closed.' : 'It had ended already.'),
  })
