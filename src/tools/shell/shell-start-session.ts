import { z } from 'zod'
import { commandLabel } from '../command-touches.ts'
import { operation } from '../operation.ts'
import { commandText } from '../sessions/command-text.ts'
import { cwdOf } from '../sessions/cwd-of.ts'
import { envTouches } from '../sessions/env-touches.ts'
import { AGENT_ENV } from '../sessions/run-shell.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './fields.ts'

export const shellStartSession = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'shell_start_session',
    title: 'Start session',
    description: 'Start a long-running command; read it with shell_read_output.',
    effect: 'execute',
    icon: 'terminal',
    input: z.strictObject({
      command: fields.command,
      cwd: fields.cwd,
      env: z.record(z.string(), z.string()).optional(),
      capture_stderr: fields.captureStderr,
      pty: z.boolean().optional(),
    }),
    output: z.object({ session_id: z.string(), pid: z.int() }),
    aliases: { capture_stderr: fields.CAPTURE_ALIASES },
    unlisted: ['capture_stderr'],
    example: { command: 'tail -f app.log' },

    touches: async ({ command, cwd, env = {} }, { place }) => ({
      ...(await sessions.touchCommand({
        command: commandText(command),
        cwd,
        place,
        shell: fields.SHELL,
      })),
      variables: await envTouches(sessions.touchCommand, env, place),
    }),
    label: ({ command }) => commandLabel(command),
    details: ({ env = {} }, { command }) => [
      ...command.details,
      ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
    ],
    preview: (_input, { command }) => command.preview,

    async run({ command, env = {}, capture_stderr, pty }, touched, { caller }) {
      const { id, pid } = await sessions.terminals.open({
        owner: sessions.own.ownerFor(caller),
        kind: pty === true ? 'pty' : 'pipe',
        command: capture_stderr ? command : `exec 2>/dev/null; ${command}`,
        shell: fields.SHELL,
        cwd: cwdOf(touched.command.cwd),
        env: { ...AGENT_ENV, ...env },
        onRunEnd: sessions.onRunEnd(caller.profile),
      })
      sessions.events.tell(id, caller.runId)
      return { session_id: id, pid }
    },

    text: ({ session_id, pid }) => `Session ${session_id} runs with process id ${pid}.`,
  })
