import { z } from 'zod'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import type { Search } from '../../search/search.ts'
import { operation } from '../operation.ts'
import { seenTogether, shownQuery } from '../search-words.ts'
import * as fields from './fields.ts'

const PAGE = 100
const PAGE_MAX = 1_000

export const fileSearch = ({ files, search }: { files: Files; search: Search }) =>
  operation({
    name: 'file_search',
    title: 'Find files',
    description: 'Find files by a glob.',
    effect: 'read',
    icon: 'search',
    input: z.strictObject({
      query: fields.query,
      path: fields.directory,
      limit: fields.limit,
      offset: fields.offset,
    }),
    output: z.object({
      files: z.array(z.string()),
      count: z.int(),
      totalCount: z.int(),
      offset: z.int(),
      hasMore: z.boolean(),
      truncated: z.enum(['time']).optional(),
    }),
    aliases: { query: ['pattern', 'glob'], path: fields.DIRECTORY_ALIASES, limit: ['maxResults'] },
    example: { query: '**/*.test.ts' },

    touches: ({ path }, { place }) => ({ base: files.locate(place, path, 'read') }),
    label: ({ query }) => `Finding files: ${shownQuery(query)}`,
    details: ({ path }) => [`In: ${shownName(path)}`],

    async run({ query, limit = PAGE, offset = 0 }, { base }, context) {
      using tree = files.openTree(base)
      const found = await search.find(
        tree,
        {
          glob: query,
          recursive: true,
          includeIgnored: false,
          directories: false,
          newestFirst: false,
          limit: Math.min(limit, PAGE_MAX),
          offset,
          countAll: true,
        },
        context,
      )
      const paths = found.paths.map(({ path }) => path)
      search.remember(context.caller.runId, {
        kind: 'file',
        query,
        directory: tree.path,
        total: found.total,
        isCut: found.cut !== null,
        results: paths,
      })
      return {
        files: paths,
        count: paths.length,
        totalCount: found.total,
        offset,
        hasMore: offset + paths.length < found.total,
        ...(found.cut === 'time' ? { truncated: 'time' as const } : {}),
      }
    },

    text({ files: paths, totalCount, offset, hasMore, truncated }) {
      if (paths.length === 0) return totalCount === 0 ? 'No file was found.' : `There are only ${totalCount} files.`
      const { above, names } = seenTogether(paths)
      const next = hasMore ? [`[${totalCount} in all; continue with offset=${offset + paths.length}]`] : []
      const late = truncated === undefined ? [] : ['[stopped for lack of time; there may be more]']
      return [`In ${above}:`, ...names, ...next, ...late].join('\n')
    },
  })
