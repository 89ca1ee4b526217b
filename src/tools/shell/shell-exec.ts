import { z } from 'zod'
import type { ExecStream } from '../../terminals/terminals.ts'
import { commandLabel } from '../command-touches.ts'
import { operation } from '../operation.ts'
import { commandText } from '../sessions/command-text.ts'
import { cwdOf } from '../sessions/cwd-of.ts'
import { keepTold } from '../sessions/keep-told.ts'
import { AGENT_ENV } from '../sessions/run-shell.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { timeoutMs } from '../sessions/timeout-ms.ts'
import * as fields from './fields.ts'

const MS_PER_SECOND = 1_000

export const shellExec = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'shell_exec',
    title: 'Run command',
    description: 'Run a shell command to its end and return its output.',
    effect: 'execute',
    icon: 'terminal',
    input: z.strictObject({
      command: fields.command,
      cwd: fields.cwd,
      timeout_seconds: z.number().default(sessions.limits.shellExecTimeoutMs / MS_PER_SECOND),
      capture_stderr: fields.captureStderr,
    }),
    output: z.object({
      exit_code: z.int(),
      stdout: z.string(),
      stderr: z.string().optional(),
      truncated: z.boolean().optional(),
      signal: z.string().optional(),
      timed_out: z.boolean().optional(),
    }),
    aliases: { timeout_seconds: ['timeoutSeconds', 'timeout'], capture_stderr: fields.CAPTURE_ALIASES },
    unlisted: ['capture_stderr'],
    example: { command: 'git status', timeout_seconds: 60 },
    bound: 'windowed',
    waits: true,

    touches: ({ command, cwd, timeout_seconds }, { place }) => {
      timeoutMs(timeout_seconds, sessions.limits)
      return sessions.touchCommand({ command: commandText(command), cwd, place, shell: fields.SHELL })
    },
    label: ({ command }) => commandLabel(command),
    details: (_input, { command }) => command.details,
    preview: (_input, { command }) => command.preview,

    async run({ command, timeout_seconds, capture_stderr }, touched, context) {
      using _told = keepTold(sessions, context)
      const result = await sessions.terminals.exec({
        owner: sessions.own.ownerFor(context.caller),
        command,
        shell: fields.SHELL,
        env: AGENT_ENV,
        cwd: cwdOf(touched.command.cwd),
        timeoutMs: timeoutMs(timeout_seconds, sessions.limits),
        signal: context.signal,
        keepBytes: sessions.limits.shellExecBytes,
      })
      const { exitCode, signal, stdout, stderr, timedOut } = result
      const isCut = stdout.dropped > 0 || (capture_stderr && stderr.dropped > 0)
      return {
        exit_code: exitCode,
        stdout: textOf(stdout),
        ...(capture_stderr ? { stderr: textOf(stderr) } : {}),
        ...(isCut ? { truncated: true } : {}),
        ...(signal === null ? {} : { signal }),
        ...(timedOut ? { timed_out: true } : {}),
      }
    },

    text({ stdout, stderr = '', exit_code, signal, timed_out }, { timeout_seconds }) {
      const end =
        timed_out === true
          ? `Stopped after ${timeout_seconds} s, nothing of it runs on. This is what it printed until then.`
          : `Exit code ${exit_code}${signal === undefined ? '' : ` (${signal})`}.`
      const parts = [stdout.trimEnd(), stderr.trim() === '' ? '' : `[stderr]\n${stderr.trimEnd()}`, `[${end}]`]
      return parts.filter((part) => part !== '').join('\n')
    },
  })

function textOf({ head, tail, dropped }: ExecStream): string {
  return dropped === 0 ? head + tail : `${head}\n[… ${dropped} bytes left out …]\n${tail}`
}
