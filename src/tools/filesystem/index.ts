import type { Files } from '../../files/files.ts'
import type { Toolset } from '../operation.ts'
import { fsList } from './fs-list.ts'
import { fsRead } from './fs-read.ts'
import { fsWrite } from './fs-write.ts'

export const filesystemToolset = (services: { readonly files: Files }): Toolset => ({
  name: 'filesystem',
  title: 'Filesystem Tools',
  summary: 'Plain primitives over files and directories.',
  category: 'filesystem',
  shape: 'flat',
  operations: [fsList(services), fsRead(services), fsWrite(services)],
})
