import { z } from 'zod'
import { operation } from '../operation.ts'
import { asTyped } from '../sessions/as-typed.ts'
import { inputText } from '../sessions/command-text.ts'
import { shownInput } from '../sessions/keys.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

const LABEL_CHARS = 80

export const shellSendInput = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'shell_send_input',
    title: 'Send input',
    description: 'Write to the standard input of a session.',
    effect: 'execute',
    icon: 'keyboard',
    input: z.strictObject({ session_id: fields.sessionId, input: z.string() }),
    output: z.object({ session_id: z.string(), bytes_written: z.int() }),
    aliases: { session_id: fields.SESSION_ALIASES },
    example: { session_id: 'ses_0123456789abcdef0123456789abcdef', input: 'y\n' },

    touches: ({ session_id, input }, { caller, place }) => {
      const session = sessions.own.find(caller, session_id)
      return sessions.touchInput(session, asTyped(session, inputText(input)), place)
    },
    label: ({ input }) => `Sending to terminal: ${shownInput(input, LABEL_CHARS)}`,
    details: (_input, { keys }) => keys.details,
    preview: (_input, { keys }) => keys.preview,

    async run({ session_id, input }, { keys }, { caller }) {
      const session = sessions.own.find(caller, session_id)
      await sessions.type(session, asTyped(session, input), keys.state)
      return { session_id, bytes_written: Buffer.byteLength(input) }
    },

    text: ({ bytes_written }) => `Wrote ${bytes_written} ${bytes_written === 1 ? 'byte' : 'bytes'}.`,
  })
