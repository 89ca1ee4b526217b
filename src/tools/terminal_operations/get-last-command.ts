import { z } from 'zod'
import { operation } from '../operation.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

export const getLastCommand = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'get_last_command',
    title: 'Last command',
    description: 'Its last command and how it ended.',
    effect: 'read',
    icon: 'terminal',
    input: z.strictObject({ session_id: fields.sessionId }),
    output: z.object({
      command: z.string().nullable(),
      timestamp: z.string().nullable(),
      exitCode: z.int().nullable(),
      isRunning: z.boolean(),
      cwd: z.string(),
    }),
    aliases: { session_id: fields.SESSION_ALIASES },
    example: {},

    label: () => 'Reading the last command',

    async run({ session_id }, _touched, { caller }) {
      const { lastCommand, isShell, command, startedAt, exitCode, endedAt, cwdNow } = await sessions.terminals.refresh(
        sessions.named(caller, session_id).id,
      )
      if (!isShell)
        return { command, timestamp: isoTime(startedAt), exitCode, isRunning: endedAt === null, cwd: cwdNow }
      return {
        command: lastCommand?.text ?? null,
        timestamp: lastCommand === null ? null : isoTime(lastCommand.startedAt),
        exitCode: lastCommand?.exitCode ?? null,
        isRunning: lastCommand !== null && lastCommand.endedAt === null,
        cwd: cwdNow,
      }
    },

    text({ command, exitCode, isRunning }) {
      if (command === null) return 'No command has been run in this terminal.'
      return `${command}\n[${isRunning ? 'running' : `exit code ${exitCode ?? 'unknown'}`}]`
    },
  })

function isoTime(at: number): string {
  return new Date(at).toISOString()
}
