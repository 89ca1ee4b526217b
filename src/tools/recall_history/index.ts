import type { Toolset } from '../operation.ts'
import { type RecallServices, recallHistory } from './recall-history.ts'

export const recallHistoryToolset = (services: RecallServices): Toolset => ({
  name: 'recall_history',
  title: 'Recall history',
  summary: 'What was done or said earlier.',
  category: 'results',
  shape: 'single',
  operations: [recallHistory(services)],
})
