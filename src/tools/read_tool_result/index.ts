import type { Results } from '../../results/results.ts'
import type { Toolset } from '../operation.ts'
import { readToolResult } from './read-tool-result.ts'

export const readToolResultToolset = (services: { results: Results }): Toolset => ({
  name: 'read_tool_result',
  title: 'Read a kept result',
  summary: 'The rest of results that were too long.',
  category: 'results',
  shape: 'single',
  operations: [readToolResult(services)],
})
