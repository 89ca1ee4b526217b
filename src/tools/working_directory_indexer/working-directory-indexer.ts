import { z } from 'zod'
import type { Files } from '../../files/files.ts'
import type { Indexes } from '../../indexing/indexes.ts'
import { buildingNote } from '../index-place.ts'
import { operation } from '../operation.ts'
import { shownStats, statsLines, statsOutput } from '../search_index/search-index.ts'

export const workingDirectoryIndexer = ({ files, indexes }: { files: Files; indexes: Indexes }) =>
  operation({
    name: 'working_directory_indexer',
    title: 'Index the working directory',
    description: 'Stats, refresh or watching of the index.',
    effect: 'read',
    icon: 'folder',
    input: z.strictObject({ action: z.enum(['stats', 'refresh', 'watch']).optional() }),
    output: statsOutput.extend({ root: z.string(), note: z.string().nullable() }),
    example: { action: 'stats' },

    touches: (_input, { place }) => ({ base: files.locate(place, '.', 'read') }),
    label: ({ action = 'stats' }) => `Indexing the working directory: ${action}`,

    async run({ action = 'stats' }, { base }, { signal }) {
      const root = base.resource.path
      const stats = await (action === 'refresh' ? indexes.refresh(root, signal) : indexes.stats(root, signal))
      return { root, ...shownStats(stats), note: buildingNote(stats) }
    },

    text({ note, root, ...stats }) {
      return [root, ...statsLines(stats), ...(note === null ? [] : [`[${note}]`])].join('\n')
    },
  })
