import { z } from 'zod'
import { oneLine } from '../../base/visible.ts'
import { type Prompts, systemText } from '../../prompts/prompts.ts'
import { operation } from '../operation.ts'

export const listSystemPrompts = ({ prompts }: { readonly prompts: Prompts }) =>
  operation({
    name: 'list_system_prompts',
    title: 'List system prompts',
    description: 'Roles that the person keeps. With an id, its text.',
    effect: 'read',
    icon: 'scroll',
    input: z.strictObject({ id: z.string().optional() }),
    output: z.object({
      prompts: z.array(
        z.object({ id: z.string(), name: z.string(), description: z.string(), content: z.string().optional() }),
      ),
    }),
    example: {},
    label: ({ id }) => (id === undefined ? 'Listing system prompts' : `Reading system prompt ${oneLine(id, 60)}`),

    run({ id }) {
      if (id === undefined) {
        return {
          prompts: prompts.systemPrompts().map(({ id: own, name, description }) => ({ id: own, name, description })),
        }
      }
      const prompt = prompts.systemPrompt(id)
      const { name, description } = prompt
      return { prompts: [{ id, name, description, content: systemText(prompt) }] }
    },

    text: ({ prompts: found }) =>
      found.map(({ id, name, description, content }) => content ?? `${id}: ${name}. ${description}`.trim()).join('\n'),
  })
