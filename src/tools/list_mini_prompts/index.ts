import type { Prompts } from '../../prompts/prompts.ts'
import type { Toolset } from '../operation.ts'
import { listMiniPrompts } from './list-mini-prompts.ts'

export const listMiniPromptsToolset = (services: { readonly prompts: Prompts }): Toolset => ({
  name: 'list_mini_prompts',
  title: 'List mini prompts',
  summary: 'Standing instructions of the person.',
  category: 'prompts',
  shape: 'single',
  operations: [listMiniPrompts(services)],
})
