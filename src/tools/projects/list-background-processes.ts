import { z } from 'zod'
import { oneLine } from '../../base/visible.ts'
import { SESSION_STATES } from '../../contract/terminals.ts'
import { operation } from '../operation.ts'
import type { Sessions } from '../sessions/sessions.ts'

const COMMAND_CHARS = 80

export const listBackgroundProcesses = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'list_background_processes',
    title: 'List processes',
    description: 'Background processes that run or have ended lately.',
    effect: 'read',
    icon: 'terminal',
    input: z.strictObject({}),
    output: z.object({
      processes: z.array(
        z.object({
          processId: z.string(),
          command: z.string(),
          cwd: z.string(),
          status: z.enum(SESSION_STATES),
          pid: z.int(),
          startedAt: z.string(),
          endedAt: z.string().nullable(),
          exitCode: z.int().nullable(),
          ports: z.array(z.int()),
          cpuPercent: z.number(),
          memoryBytes: z.int(),
        }),
      ),
    }),
    example: {},

    label: () => 'Listing background processes',

    async run(_input, _touched, { caller }) {
      const own = sessions.own.list(caller).filter(({ isBackground }) => isBackground)
      const live = own.filter(({ endedAt }) => endedAt === null).map(({ id }) => id)
      const usage = new Map((await sessions.terminals.usage(live)).map((one) => [one.id, one]))
      return {
        processes: own.map(({ id, command, cwd, state, pid, startedAt, endedAt, exitCode }) => ({
          processId: id,
          command,
          cwd,
          status: state,
          pid,
          startedAt: new Date(startedAt).toISOString(),
          endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
          exitCode,
          ports: [...(usage.get(id)?.ports ?? [])],
          cpuPercent: usage.get(id)?.cpuPercent ?? 0,
          memoryBytes: usage.get(id)?.memoryBytes ?? 0,
        })),
      }
    },

    text({ processes }) {
      if (processes.length === 0) return 'There are none.'
      return processes
        .map(({ processId, status, command, exitCode, ports }) => {
          const notes = [
            ...(exitCode === null ? [] : [`exit code ${exitCode}`]),
            ...(ports.length === 0 ? [] : [`port ${ports.join(', ')}`]),
          ]
          return `${processId} ${status}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}: ${oneLine(command, COMMAND_CHARS)}`
        })
        .join('\n')
    },
  })
