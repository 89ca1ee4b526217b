import { z } from 'zod'
import { operation } from '../operation.ts'
import { asTyped } from '../sessions/as-typed.ts'
import { inputText } from '../sessions/command-text.ts'
import { shownInput } from '../sessions/keys.ts'
import { readOutput } from '../sessions/read-output.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

const LABEL_CHARS = 80
const WAIT_MS = 500

export const sendInput = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'send_input',
    title: 'Type',
    description: 'Type keys; \\n or enter runs the line.',
    effect: 'execute',
    icon: 'keyboard',
    input: z.strictObject({
      input: z.string(),
      session_id: fields.sessionId,
      enter: z.boolean().optional(),
      wait_ms: fields.waitMs,
    }),
    output: z.object({
      session_id: z.string(),
      tty_name: z.string().nullable(),
      output: z.string(),
      end_index: z.int(),
      notes: z.array(z.string()).optional(),
    }),
    aliases: { session_id: fields.SESSION_ALIASES, wait_ms: ['waitMs'] },
    example: { input: 'ls -la\r\n' },
    waits: true,

    touches: ({ session_id, input, enter }, { caller, place }) => {
      const session = sessions.named(caller, session_id)
      return sessions.touchInput(session, asTyped(session, inputText(input), enter), place)
    },
    label: ({ input, enter }) =>
      `Sending to terminal: ${shownInput(enter === true ? `${input}\n` : input, LABEL_CHARS)}`,
    details: (_input, { keys }) => keys.details,
    preview: (_input, { keys }) => keys.preview,

    async run({ session_id, input, enter, wait_ms = WAIT_MS }, { keys }, { caller, signal }) {
      const session = await sessions.terminals.refresh(sessions.named(caller, session_id).id)
      await sessions.type(session, asTyped(session, input, enter), keys.state)
      await sessions.settle(session, Math.min(wait_ms, sessions.limits.waitMaxMs), signal)
      const read = await readOutput(sessions, session, {
        cursor: session.end,
        maxBytes: sessions.limits.readOutputBytes,
        signal,
      })
      return {
        session_id: session.id,
        tty_name: session.tty,
        output: read.text,
        end_index: read.next,
        ...(read.notes.length === 0 ? {} : { notes: [...read.notes] }),
      }
    },

    text({ output, end_index, notes = [] }) {
      const gap = output === '' || output.endsWith('\n') ? '' : '\n'
      return `${output}${gap}[${[...notes, `end_index ${end_index}`].join(' ')}]`
    },
  })
