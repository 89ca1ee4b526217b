import type { Diagnostics } from '../../diagnostics/diagnostics.ts'
import type { Files } from '../../files/files.ts'
import type { Indexes } from '../../indexing/indexes.ts'
import type { Search } from '../../search/search.ts'
import type { Toolset } from '../operation.ts'
import { searchIndex } from '../search_index/search-index.ts'
import { applyPatch } from './apply-patch.ts'
import { createFile } from './create-file.ts'
import { deleteFile } from './delete-file.ts'
import { fileSearch } from './file-search.ts'
import { getErrors } from './get-errors.ts'
import { getSearchResults } from './get-search-results.ts'
import { grepSearch } from './grep-search.ts'
import { insertEdit } from './insert-edit.ts'
import { listDir } from './list-dir.ts'
import { listUsages } from './list-usages.ts'
import { multiReplaceString } from './multi-replace-string.ts'
import { readFile } from './read-file.ts'
import { renameFile } from './rename-file.ts'
import { replaceString } from './replace-string.ts'
import { semanticSearch } from './semantic-search.ts'

export const fileOperationsToolset = (services: {
  readonly files: Files
  readonly search: Search
  readonly diagnostics: Diagnostics
  readonly indexes: Indexes
}): Toolset => ({
  name: 'file_operations',
  title: 'File Operations',
  summary: 'Files. Paths are absolute, relative to the working directory, or start with ~/.',
  category: 'files',
  shape: 'grouped',
  operations: [
    readFile(services),
    listDir(services),
    getErrors(services),
    getSearchResults(services),
    fileSearch(services),
    grepSearch(services),
    semanticSearch(services),
    listUsages(services),
    searchIndex(services),
    createFile(services),
    replaceString(services),
    multiReplaceString(services),
    insertEdit(services),
    renameFile(services),
    deleteFile(services),
    applyPatch(services),
  ],
})
