import { z } from 'zod'
import { oneLine } from '../../base/visible.ts'
import { operation } from '../operation.ts'

/** How many thoughts in a row a run has had, this one included. */
export type CountThoughts = (runId: string) => number
export type DescribeTools = (names: readonly string[], profile: string) => readonly Readonly<Record<string, unknown>>[]

const THOUGHTS_IN_A_ROW = 3
const THOUGHTS_MAX = 65_536

export const think = ({
  countThoughts,
  describeTools,
}: {
  countThoughts: CountThoughts
  describeTools: DescribeTools
}) =>
  operation({
    name: 'think',
    title: 'Think',
    description: 'Think out loud before acting. Name tools in requested_tools to get their schemas.',
    effect: 'read',
    icon: 'brain',
    input: z.strictObject({
      thoughts: z.string().min(1).max(THOUGHTS_MAX).describe('The reasoning.'),
      requested_tools: z.array(z.string()).max(20).optional().describe('Tools whose schemas are wanted.'),
    }),
    output: z.object({
      thoughts: z.string(),
      advice: z.string().optional(),
      tools: z.array(z.record(z.string(), z.unknown())).optional(),
    }),
    aliases: { requested_tools: ['requestedTools'] },
    example: { thoughts: 'The test fails since the rename; look at the imports first.' },
    label: ({ thoughts }) => `Thinking: ${oneLine(thoughts, 80)}`,
    bound: 'windowed',

    run({ thoughts, requested_tools: names }, _touched, { caller }) {
      const inARow = countThoughts(caller.runId)
      return {
        thoughts,
        ...(inARow >= THOUGHTS_IN_A_ROW
          ? {
              advice: `This was thought number ${inARow} in a row. Act now: call a tool that does the work, or answer.`,
            }
          : {}),
        ...(names === undefined ? {} : { tools: [...describeTools(names, caller.profile)] }),
      }
    },

    text: ({ thoughts, advice, tools }) =>
      [thoughts, advice, tools === undefined ? undefined : JSON.stringify(tools)]
        .filter((part) => part !== undefined)
        .join('\n\n'),
  })
