import { z } from 'zod'
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
      const session = await sessions.terminals.refresh(sessions.named(caller, session_id).id)
      const command = session.isShell ? session.lastCommand : null
      const read = await readOutput(sessions, session, {
        cursor: command?.start,
        maxBytes: sessions.limits.readOutputMaxBytes,
        signal,
        ...(command?.end == null ? {} : { end: command.end }),
      })
      const { session: now } = read
      const isRunning = now.endedAt === null && (!now.isShell || now.lastCommand?.endedAt === null)
      return {
        terminalId: session.id,
        output: read.text,
        isRunning,
        exitCode: now.isShell && now.endedAt === null ? (now.lastCommand?.exitCode ?? null) : now.exitCode,
        truncated: read.gap > 0,
      }
    },

    text: ({ output, isRunning, exitCode }) =>
      `${output.trimEnd()}\n[${isRunning ? 'running' : `exit code ${exitCode ?? 'unknown'}`}]`.trimStart(),
  })
