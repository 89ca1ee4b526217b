import type { Web } from '../../web/web.ts'
import type { Toolset } from '../operation.ts'
import { fetchPage } from './fetch.ts'

export const webOperationsToolset = (services: { web: Web }): Toolset => ({
  name: 'web_operations',
  title: 'Web Operations',
  summary: 'Pages of the web as text.',
  category: 'web',
  shape: 'grouped',
  operations: [fetchPage(services)],
})
