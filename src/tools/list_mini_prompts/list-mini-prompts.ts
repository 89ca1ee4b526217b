import { z } from 'zod'
import { ownerOf } from '../../contract/run.ts'
import type { Prompts } from '../../prompts/prompts.ts'
import { operation } from '../operation.ts'

export const listMiniPrompts = ({ prompts }: { readonly prompts: Prompts }) =>
  operation({
    name: 'list_mini_prompts',
    title: 'List mini prompts',
    description: 'Standing instructions of the person; follow the enabled ones.',
    effect: 'read',
    icon: 'scroll',
    input: z.strictObject({}),
    output: z.object({
      prompts: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          content: z.string(),
          order: z.int(),
          scope: z.enum(['global', 'run', 'off']),
          isEnabled: z.boolean(),
        }),
      ),
    }),
    example: {},
    label: () => 'Listing mini prompts',

    run(_input, _touched, { caller }) {
      const enabled = new Set(prompts.enabledFor(ownerOf(caller)).map(({ id }) => id))
      return {
        prompts: prompts.miniPrompts().map(({ id, name, content, order, scope }) => ({
          id,
          name,
          content,
          order,
          // What it is in other runs is not this caller's business.
          scope: scope === 'run' && !enabled.has(id) ? ('off' as const) : scope,
          isEnabled: enabled.has(id),
        })),
      }
    },

    text: ({ prompts: found }) =>
      found
        .map(({ id, name, content, isEnabled }) => `${isEnabled ? '[on] ' : '[off]'} ${id}: ${name}\n${content}`)
        .join('\n'),
  })
