import type { Toolset } from '../operation.ts'
import { type CountThoughts, type DescribeTools, think } from './think.ts'

export const thinkToolset = (services: { countThoughts: CountThoughts; describeTools: DescribeTools }): Toolset => ({
  name: 'think',
  title: 'Think',
  summary: 'Reason out loud before acting.',
  category: 'reasoning',
  shape: 'single',
  operations: [think(services)],
})
