import { z } from 'zod'
import { SESSION_STATES } from '../../contract/terminals.ts'
import { operation } from '../operation.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './process-fields.ts'

export const stopBackgroundProcess = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'stop_background_process',
    title: 'Stop process',
    description: 'Stop a background process with everything it started.',
    effect: 'write',
    icon: 'stop',
    input: z.strictObject({
      processId: fields.processId,
      force: z.boolean().default(false).describe('At once, without asking it to end.'),
    }),
    output: z.object({
      processId: z.string(),
      stopped: z.boolean(),
      status: z.enum(SESSION_STATES),
      exitCode: z.int().nullable(),
    }),
    aliases: { processId: fields.PROCESS_ALIASES },
    example: { processId: 'ses_0123456789abcdef0123456789abcdef' },

    label: () => 'Stopping background process',

    async run({ processId, force }, _touched, { caller }) {
      const session = fields.processOf(sessions, caller, processId)
      const isLive = session.endedAt === null
      const { state, exitCode } = isLive ? await sessions.terminals.stop(processId, { force }) : session
      return { processId, stopped: isLive, status: state, exitCode }
    },

    text: ({ stopped, status }) => (stopped ? 'Stopped.' : `It had ended already (${status}).`),
  })
