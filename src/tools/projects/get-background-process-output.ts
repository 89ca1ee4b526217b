import { z } from 'zod'
import { SESSION_STATES } from '../../contract/terminals.ts'
import { operation } from '../operation.ts'
import { readOutput } from '../sessions/read-output.ts'
import type { Sessions } from '../sessions/sessions.ts'
import * as fields from './process-fields.ts'

const TAIL_LINES = 100

export const getBackgroundProcessOutput = ({ sessions }: { readonly sessions: Sessions }) =>
  operation({
    name: 'get_background_process_output',
    title: 'Read process output',
    description: 'The last lines of a background process.',
    effect: 'read',
    icon: 'terminal',
    input: z.strictObject({ processId: fields.processId, tailLines: z.int().min(1).default(TAIL_LINES) }),
    output: z.object({
      processId: z.string(),
      status: z.enum(SESSION_STATES),
      output: z.string(),
      exitCode: z.int().nullable(),
      truncated: z.boolean(),
    }),
    aliases: { processId: fields.PROCESS_ALIASES, tailLines: ['tail_lines'] },
    example: { processId: 'ses_0123456789abcdef0123456789abcdef', tailLines: 50 },

    label: () => 'Reading process output',

    async run({ processId, tailLines }, _touched, { caller, signal }) {
      const session = fields.processOf(sessions, caller, processId)
      const read = await readOutput(sessions, session, {
        tailLines,
        maxBytes: sessions.limits.readOutputMaxBytes,
        signal,
      })
      const { state, exitCode } = read.session
      return { processId, status: state, output: read.text, exitCode, truncated: read.start > 0 }
    },

    text({ output, status, exitCode }) {
      const end = exitCode === null ? status : `${status}, exit code ${exitCode}`
      return `${output.trimEnd()}\n[${end}]`.trimStart()
    },
  })
