import { z } from 'zod'
import { LIMITS } from '../../base/limits.ts'
import { principalOf } from '../../contract/run.ts'
import type { Results } from '../../results/results.ts'
import { operation } from '../operation.ts'

export const readToolResult = ({ results }: { results: Results }) =>
  operation({
    name: 'read_tool_result',
    title: 'Read a kept result',
    description: 'Read on in a shortened result, until you have what you need.',
    effect: 'read',
    icon: 'scroll',
    input: z.strictObject({
      toolCallId: z.string(),
      offset: z.int().min(0).default(0),
      length: z.int().min(1).max(LIMITS.keptChunkMaxChars).default(LIMITS.keptChunkChars),
    }),
    output: z.object({
      toolCallId: z.string(),
      content: z.string(),
      offset: z.int(),
      length: z.int(),
      totalLength: z.int(),
      hasMore: z.boolean(),
      nextOffset: z.int().nullable(),
    }),
    aliases: { toolCallId: ['tool_call_id', 'callId', 'call_id'] },
    example: { toolCallId: 'call_0123456789abcdef0123456789abcdef', offset: 12_288 },
    label: ({ offset }) => `Reading kept result from ${offset}`,
    bound: 'windowed',

    run({ toolCallId, offset, length }, _touched, { caller }) {
      const chunk = results.read(toolCallId, caller.isPerson ? null : principalOf(caller), offset, length)
      return {
        toolCallId,
        content: chunk.text,
        offset,
        length: chunk.text.length,
        totalLength: chunk.totalLength,
        hasMore: chunk.nextOffset !== null,
        nextOffset: chunk.nextOffset,
      }
    },

    text: ({ content, offset, length, totalLength, nextOffset }) =>
      nextOffset === null
        ? content
        : `${content}\n\n[characters ${offset} to ${offset + length} of ${totalLength}; continue with offset=${nextOffset}]`,
  })
