import { z } from 'zod'
import { shownName } from '../../files/describe-path.ts'
import type { Files } from '../../files/files.ts'
import type { Search } from '../../search/search.ts'
import { operation } from '../operation.ts'
import { endingOf, seenTogether, shownQuery } from '../search-words.ts'
import * as fields from './fields.ts'

const RESULTS_MAX = 10_000

export const fsSearch = ({ files, search }: { files: Files; search: Search }) =>
  operation({
    name: 'fs_search',
    title: 'Find files',
    description: 'Find files by name. Respects .gitignore.',
    effect: 'read',
    icon: 'search',
    input: z.strictObject({
      base: fields.base,
      glob: fields.glob,
      max_results: fields.count(search.limits.searchMatches, RESULTS_MAX),
      recursive: z.boolean().default(true),
      newest_first: z.boolean().optional(),
    }),
    output: z.object({
      matches: z.array(
        z.object({ path: z.string(), type: z.enum(['file', 'directory']), link: z.boolean().optional() }),
      ),
      truncated: z.enum(['limit', 'time']).optional(),
    }),
    aliases: { base: fields.BASE_ALIASES, max_results: ['maxResults'], glob: ['pattern'] },
    example: { base: 'src', glob: '**/*.ts' },

    touches: ({ base = '.' }, { place }) => ({ base: files.locate(place, base, 'read') }),
    label: ({ base = '.', glob }) => `Finding files: ${glob === undefined ? shownName(base) : shownQuery(glob)}`,
    details: ({ base = '.', glob }) => [
      `In: ${shownName(base)}`,
      ...(glob === undefined ? [] : [`Names: ${shownQuery(glob)}`]),
    ],

    async run({ glob, max_results, recursive, newest_first = false }, { base }, context) {
      using tree = files.openTree(base)
      const query = {
        glob,
        recursive,
        includeIgnored: false,
        directories: true,
        newestFirst: newest_first,
        limit: max_results,
        offset: 0,
        countAll: false,
      }
      const { paths, cut } = await search.find(tree, query, context)
      const matches = paths.map(({ path, type, isLink }) => ({ path, type, ...(isLink ? { link: true } : {}) }))
      search.remember(context.caller.runId, {
        kind: 'file',
        query: glob ?? '*',
        directory: tree.path,
        total: matches.length,
        isCut: cut !== null,
        results: matches.map(({ path }) => path),
      })
      return { matches, ...(cut === null ? {} : { truncated: cut }) }
    },

    text({ matches, truncated }) {
      if (matches.length === 0) return ['Nothing was found.', ...endingOf(truncated, 0, search.limits)].join('\n')
      const { above, names } = seenTogether(matches.map(({ path }) => path))
      const lines = matches.map(
        ({ type, link }, index) => `${names[index]}${type === 'directory' ? '/' : link ? ' (link)' : ''}`,
      )
      return [`In ${above}:`, ...lines, ...endingOf(truncated, matches.length, search.limits)].join('\n')
    },
  })
