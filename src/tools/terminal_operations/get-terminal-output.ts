import { z } from 'zod'
import type { SessionView } from '../../contract/terminals.ts'
import { operation } from '../operation.ts'
import { readOutput } from '../sessions/read-output.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

export const getTerminalOutput = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'get_terminal_output',
    title: 'Read command output',
    description: 'Output of a background command.',
    effect: 'read',
    icon: 'terminal',
    input: z.strictObject({ session_id: fields.sessionId }),
    output: z.object({
      terminalId: z.string(),
      output: z.string(),
      isRunning: z.boolean(),
      exitCode: z.int().nullable(),
      truncated: z.boolean(),
    }),
    aliases: { session_id: fields.SESSION_ALIASES },
    example: { session_id: 'ses_0123456789abcdef0123456789abcdef' },

    label: () => 'Reading terminal output',

    async run({ session_id }, _touched, { caller, signal }) {
      const { terminals, limits } = sessions
      const before = await terminals.refresh(sessions.named(caller, session_id).id)
      const read = async ({ isShell, lastCommand }: SessionView) =>
        readOutput(sessions, before, {
          maxBytes: limits.readOutputMaxBytes,
          signal,
          ...(isShell ? { cursor: lastCommand?.start, end: lastCommand?.end ?? undefined } : {}),
        })
      const first = await read(before)
      // It may have ended while it was read: what comes behind its end is the prompt.
      const isOver = before.lastCommand?.end === null && first.session.lastCommand?.end != null
      const { text, gap, session: now } = isOver ? await read(first.session) : first
      return {
        terminalId: now.id,
        output: text,
        isRunning: now.endedAt === null && (!now.isShell || now.lastCommand?.endedAt === null),
        exitCode: now.isShell && now.endedAt === null ? (now.lastCommand?.exitCode ?? null) : now.exitCode,
        truncated: gap > 0,
      }
    },

    text: ({ output, isRunning, exitCode }) =>
      `${output.trimEnd()}\n[${isRunning ? 'running' : `exit code ${exitCode ?? 'unknown'}`}]`.trimStart(),
  })
