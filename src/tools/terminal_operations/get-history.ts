import { z } from 'zod'
import { operation } from '../operation.ts'
import { readOutput } from '../sessions/read-output.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

export const getHistory = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'get_history',
    title: 'Terminal history',
    description: 'Everything it printed.',
    effect: 'read',
    icon: 'scroll',
    input: z.strictObject({ session_id: fields.sessionId }),
    output: z.object({
      session_id: z.string(),
      output: z.string(),
      from_index: z.int(),
      end_index: z.int(),
      truncated: z.boolean(),
    }),
    aliases: { session_id: fields.SESSION_ALIASES },
    example: {},

    label: () => 'Reading the terminal history',

    async run({ session_id }, _touched, { caller, signal }) {
      const { limits, terminals } = sessions
      const session = await terminals.refresh(sessions.named(caller, session_id).id)
      const first = Math.max(session.oldest, session.end - limits.keptResultBytes)
      const pieces: string[] = []
      let at = first
      while (at < session.end) {
        signal.throwIfAborted()
        const { text, next } = await readOutput(sessions, session, {
          cursor: at,
          maxBytes: limits.readOutputMaxBytes,
          end: session.end,
        })
        if (next <= at) break
        pieces.push(text)
        at = next
      }
      return {
        session_id: session.id,
        output: pieces.join(''),
        from_index: first,
        end_index: at,
        truncated: first > 0,
      }
    },

    text: ({ output, from_index, truncated }) =>
      `${truncated ? `[the first ${from_index} bytes are left out]\n` : ''}${output === '' ? '[nothing yet]' : output}`,
  })
