import { z } from 'zod'
import { operation } from '../operation.ts'
import { readOutput } from '../sessions/read-output.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

export const getOutput = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'get_output',
    title: 'Read terminal',
    description: 'What it printed since fromIndex.',
    effect: 'read',
    icon: 'terminal',
    input: z.strictObject({
      session_id: fields.sessionId,
      fromIndex: z.int().optional(),
      wait_ms: fields.waitMs,
    }),
    output: z.object({
      session_id: z.string(),
      output: z.string(),
      from_index: z.int(),
      end_index: z.int(),
      isRunning: z.boolean(),
      lost_bytes: z.int().optional(),
      notes: z.array(z.string()).optional(),
    }),
    aliases: { session_id: fields.SESSION_ALIASES, fromIndex: ['from_index'], wait_ms: ['waitMs'] },
    unlisted: ['wait_ms'],
    example: { fromIndex: 0 },
    bound: 'windowed',
    waits: true,

    label: () => 'Reading the terminal',

    async run({ session_id, fromIndex = 0, wait_ms = 0 }, _touched, { caller, signal }) {
      const session = sessions.named(caller, session_id)
      const read = await readOutput(sessions, session, {
        cursor: fromIndex,
        maxBytes: sessions.limits.readOutputBytes,
        waitMs: wait_ms,
        signal,
      })
      return {
        session_id: session.id,
        output: read.text,
        from_index: read.start,
        end_index: read.next,
        isRunning: read.session.endedAt === null,
        ...(read.gap === 0 ? {} : { lost_bytes: read.gap }),
        ...(read.notes.length === 0 ? {} : { notes: [...read.notes] }),
      }
    },

    text({ output, end_index, isRunning, lost_bytes, notes = [] }) {
      const lost = lost_bytes === undefined ? '' : `${lost_bytes} bytes before this are gone; `
      const note = `[${notes.map((line) => `${line} `).join('')}${lost}${isRunning ? '' : 'ended; '}end_index ${end_index}]`
      return `${output}${output === '' || output.endsWith('\n') ? '' : '\n'}${note}`
    },
  })
