import type { Files } from '../../files/files.ts'
import type { Indexes } from '../../indexing/indexes.ts'
import type { Toolset } from '../operation.ts'
import { workingDirectoryIndexer } from './working-directory-indexer.ts'

export const workingDirectoryIndexerToolset = (services: {
  readonly files: Files
  readonly indexes: Indexes
}): Toolset => ({
  name: 'working_directory_indexer',
  title: 'Index the working directory',
  summary: 'Stats, refresh or watching of the index.',
  category: 'files',
  shape: 'single',
  operations: [workingDirectoryIndexer(services)],
})
