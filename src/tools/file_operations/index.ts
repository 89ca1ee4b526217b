import type { Files } from '../../files/files.ts'
import type { Search } from '../../search/search.ts'
import type { Toolset } from '../operation.ts'
import { createFile } from './create-file.ts'
import { fileSearch } from './file-search.ts'
import { getSearchResults } from './get-search-results.ts'
import { grepSearch } from './grep-search.ts'
import { listDir } from './list-dir.ts'
import { readFile } from './read-file.ts'

export const fileOperationsToolset = (services: { readonly files: Files; readonly search: Search }): Toolset => ({
  name: 'file_operations',
  title: 'File Operations',
  summary: 'Files and directories, by default those of the working directory.',
  category: 'files',
  shape: 'grouped',
  operations: [
    readFile(services),
    listDir(services),
    getSearchResults(services),
    fileSearch(services),
    grepSearch(services),
    createFile(services),
  ],
})
