import { z } from 'zod'
import { operation } from '../operation.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { signalName } from '../sessions/signal-name.ts'
import * as fields from './fields.ts'

export const shellStopSession = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'shell_stop_session',
    title: 'Stop session',
    description: 'Stop a session with everything it started.',
    effect: 'write',
    icon: 'stop',
    input: z.strictObject({ session_id: fields.sessionId, signal: z.string().optional() }),
    output: z.object({ session_id: z.string(), stopped: z.boolean() }),
    aliases: { session_id: fields.SESSION_ALIASES },
    example: { session_id: 'ses_0123456789abcdef0123456789abcdef' },

    label: ({ session_id }) => `Stopping session: ${session_id.slice(0, 40)}`,

    async run({ session_id, signal = 'TERM' }, _touched, { caller }) {
      const name = signalName(signal)
      const { endedAt } = sessions.own.find(caller, session_id)
      if (endedAt === null) await sessions.terminals.stop(session_id, { signal: name })
      return { session_id, stopped: endedAt === null }
    },

    text: ({ stopped }) => (stopped ? 'Stopped.' : 'It had ended already.'),
  })
