import { z } from 'zod'
import { oneLine } from '../../base/visible.ts'
import type { CommandTouches } from '../command-touches.ts'
import { operation } from '../operation.ts'
import { commandText } from '../sessions/command-text.ts'
import { keepTold } from '../sessions/keep-told.ts'
import { knownShell } from '../sessions/known-shell.ts'
import { runInBackground } from '../sessions/run-in-background.ts'
import { runInShell, shellFor } from '../sessions/run-in-shell.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { timeoutMs } from '../sessions/timeout-ms.ts'
import * as fields from './fields.ts'

const MS_PER_SECOND = 1_000
const LABEL_CHARS = 100

export const runCommand = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'run_command',
    title: 'Run command',
    description:
      'Run a command in your terminal and wait for its end; after timeout_seconds it goes on in the background.',
    effect: 'execute',
    icon: 'terminal',
    input: z.strictObject({
      command: fields.command,
      explanation: fields.explanation,
      isBackground: z.boolean().optional(),
      working_directory: fields.workingDirectory,
      timeout_seconds: z.number().optional(),
      shell: fields.shell,
    }),
    output: z.object({
      terminalId: z.string(),
      command: z.string(),
      output: z.string(),
      exitCode: z.int().nullable(),
      executionTime: z.number(),
      isBackground: z.boolean(),
      isRunning: z.boolean(),
      pid: z.int(),
      cwd: z.string(),
      tty_name: z.string().nullable(),
      end_index: z.int(),
      truncated: z.boolean(),
      signal: z.string().optional(),
    }),
    aliases: {
      working_directory: fields.DIRECTORY_ALIASES,
      isBackground: ['is_background'],
      timeout_seconds: ['timeoutSeconds', 'timeout'],
    },
    unlisted: ['explanation', 'shell'],
    example: { command: 'git status' },
    waits: true,

    touches: async ({ command, working_directory, isBackground, shell, timeout_seconds = 1 }, context) => {
      timeoutMs(timeout_seconds, sessions.limits)
      const { caller, place } = context
      const current = isBackground === true ? undefined : await shellFor(sessions, caller, shell)
      const touches = await sessions.touchCommand({
        command: commandText(command),
        cwd: working_directory ?? current?.cwdNow,
        place,
        shell: (shell === undefined ? undefined : knownShell(shell)) ?? current?.shell ?? sessions.loginShell(),
      })
      return working_directory === undefined && current !== undefined ? alreadyThere(touches) : touches
    },
    label: ({ command }) => `Running: ${oneLine(command, LABEL_CHARS)}`,
    details: ({ isBackground }, { command }) => [
      ...command.details,
      ...(isBackground === true ? ['It goes on in the background'] : []),
    ],
    preview: (_input, { command }) => command.preview,

    async run({ command, isBackground, timeout_seconds, shell }, touched, context) {
      using _told = keepTold(sessions, context)
      const plan = {
        command,
        cwd: touched.command.cwd,
        shell,
        timeoutMs: timeoutMs(timeout_seconds ?? sessions.limits.execTimeoutMs / MS_PER_SECOND, sessions.limits),
      }
      return isBackground === true
        ? await runInBackground(sessions, plan, context)
        : await runInShell(sessions, plan, context)
    },

    text({ output, exitCode, signal, isRunning, terminalId, cwd, executionTime }) {
      const seconds = `${executionTime.toFixed(1)} s`
      const end = isRunning
        ? `It goes on in the background as ${terminalId}; read it with get_terminal_output.`
        : `Exit code ${exitCode ?? 'unknown'}${signal === undefined ? '' : ` (${signal})`} after ${seconds}, in ${cwd}.`
      const text = output.trimEnd()
      return text === '' ? `[${end}]` : `${text}\n[${end}]`
    },
  })

/** Whoever let the shell go where it is was asked then; what is approved is still bound to the place. */
function alreadyThere({ command, others }: CommandTouches): CommandTouches {
  const { cwd, fingerprint, resource } = command
  return {
    command: { ...command, fingerprint: () => `${fingerprint?.() ?? resource.identity} in ${cwd.resource.identity}` },
    others: others.filter((one) => one !== cwd),
  }
}
