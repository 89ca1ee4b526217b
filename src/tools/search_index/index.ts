import { z } from 'zod'
import type { Files } from '../../files/files.ts'
import type { Indexes } from '../../indexing/indexes.ts'
import type { Toolset } from '../operation.ts'
import { searchIndex } from './search-index.ts'

export const searchIndexToolset = (services: { readonly files: Files; readonly indexes: Indexes }): Toolset => ({
  name: 'search_index',
  title: 'Search the index',
  summary: 'Find indexed files by name or extension, or symbols.',
  category: 'files',
  shape: 'single',
  operations: [searchIndex(services, FIELDS)],
})

/** Those of `file_operations` explain other operations. */
const FIELDS = {
  query: z.string(),
  symbolName: z.string(),
  limit: z.int().min(1).max(2_000).optional(),
  offset: z.int().min(0).optional(),
}
