import type { Files } from '../../files/files.ts'
import type { Toolset } from '../operation.ts'
import { createFile } from './create-file.ts'
import { listDir } from './list-dir.ts'
import { readFile } from './read-file.ts'

export const fileOperationsToolset = (services: { readonly files: Files }): Toolset => ({
  name: 'file_operations',
  title: 'File Operations',
  summary: 'Files and directories, by default those of the working directory.',
  category: 'files',
  shape: 'grouped',
  operations: [readFile(services), listDir(services), createFile(services)],
})
