import { z } from 'zod'
import { operation } from '../operation.ts'
import { keepTold } from '../sessions/keep-told.ts'
import { readOutput } from '../sessions/read-output.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

export const shellReadOutput = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'shell_read_output',
    title: 'Read session',
    description: 'Read what a session printed since cursor; wait for more, or until a regex matches.',
    effect: 'read',
    icon: 'terminal',
    input: z.strictObject({
      session_id: fields.sessionId,
      cursor: z.int().optional(),
      max_bytes: z.int().min(1).max(sessions.limits.readOutputMaxBytes).default(sessions.limits.readOutputBytes),
      tail_lines: z.int().optional(),
      wait_ms: z.int().optional(),
      until: z.string().optional(),
    }),
    output: z.object({
      session_id: z.string(),
      output: z.string(),
      cursor: z.int(),
      next_cursor: z.int(),
      running: z.boolean(),
      exit_code: z.int().optional(),
      signal: z.string().optional(),
      matched: z.boolean().optional(),
      lost_bytes: z.int().optional(),
      notes: z.array(z.string()).optional(),
    }),
    aliases: {
      session_id: fields.SESSION_ALIASES,
      max_bytes: ['maxBytes'],
      tail_lines: ['tailLines'],
      wait_ms: ['waitMs'],
    },
    unlisted: ['max_bytes'],
    example: { session_id: 'ses_0123456789abcdef0123456789abcdef', cursor: 0, wait_ms: 1_000 },
    bound: 'windowed',
    waits: true,

    label: ({ session_id }) => `Reading session: ${session_id.slice(0, 40)}`,

    async run({ session_id, cursor, max_bytes, tail_lines, wait_ms = 0, until }, _touched, context) {
      using _told = keepTold(sessions, context)
      const session = sessions.own.find(context.caller, session_id)
      const read = await readOutput(sessions, session, {
        cursor,
        maxBytes: max_bytes,
        tailLines: tail_lines,
        waitMs: wait_ms,
        until,
        signal: context.signal,
      })
      const { exitCode, signal } = read.session
      return {
        session_id,
        output: read.text,
        cursor: read.start,
        next_cursor: read.next,
        running: read.session.endedAt === null,
        ...(exitCode === null ? {} : { exit_code: exitCode }),
        ...(signal === null ? {} : { signal }),
        ...(until === undefined ? {} : { matched: read.isMatched }),
        ...(read.gap === 0 ? {} : { lost_bytes: read.gap }),
        ...(read.notes.length === 0 ? {} : { notes: [...read.notes] }),
      }
    },

    text({ output, next_cursor, running, exit_code, signal, lost_bytes, matched, notes: told = [] }) {
      const notes = [
        ...told,
        ...(lost_bytes === undefined ? [] : [`${lost_bytes} bytes before this are gone`]),
        ...(matched === false ? ['the pattern did not come'] : []),
        running ? 'running' : `ended with exit code ${exit_code}${signal === undefined ? '' : ` (${signal})`}`,
        `next cursor ${next_cursor}`,
      ]
      return `${output}${output === '' || output.endsWith('\n') ? '' : '\n'}[${notes.join('; ')}]`
    },
  })
