import type { Toolset } from '../operation.ts'
import type { MemoryServices } from './fields.ts'
import { listCollections } from './list-collections.ts'
import { searchMemory } from './search-memory.ts'
import { storeMemory } from './store-memory.ts'

export const memoryOperationsToolset = (services: MemoryServices): Toolset => ({
  name: 'memory_operations',
  title: 'Memory Operations',
  summary: 'What is remembered beyond this conversation.',
  category: 'memory',
  shape: 'grouped',
  operations: [searchMemory(services), storeMemory(services), listCollections(services)],
})
