import type { Prompts } from '../../prompts/prompts.ts'
import type { Toolset } from '../operation.ts'
import { listSystemPrompts } from './list-system-prompts.ts'

export const listSystemPromptsToolset = (services: { readonly prompts: Prompts }): Toolset => ({
  name: 'list_system_prompts',
  title: 'List system prompts',
  summary: 'Roles that the person keeps.',
  category: 'prompts',
  shape: 'single',
  operations: [listSystemPrompts(services)],
})
