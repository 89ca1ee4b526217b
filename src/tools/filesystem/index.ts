import type { Files } from '../../files/files.ts'
import type { Search } from '../../search/search.ts'
import type { Toolset } from '../operation.ts'
import { fsDelete } from './fs-delete.ts'
import { fsGrep } from './fs-grep.ts'
import { fsList } from './fs-list.ts'
import { fsMove } from './fs-move.ts'
import { fsPatch } from './fs-patch.ts'
import { fsRead } from './fs-read.ts'
import { fsReadRange } from './fs-read-range.ts'
import { fsSearch } from './fs-search.ts'
import { fsWrite } from './fs-write.ts'

export const filesystemToolset = (services: { readonly files: Files; readonly search: Search }): Toolset => ({
  name: 'filesystem',
  title: 'Filesystem Tools',
  summary: 'Plain primitives over files and directories.',
  category: 'filesystem',
  shape: 'flat',
  operations: [
    fsList(services),
    fsRead(services),
    fsReadRange(services),
    fsWrite(services),
    fsDelete(services),
    fsMove(services),
    fsSearch(services),
    fsGrep(services),
    fsPatch(services),
  ],
})
